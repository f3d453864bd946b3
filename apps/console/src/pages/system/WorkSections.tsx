import { formatDateTime, formatDateTimeSeconds, formatDuration } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { jobLabels } from '@ce/contract/job-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import { NewestFailuresSection, TableSection } from './TableSection.tsx'
import { jobIntervalNames, jobStateLabels, systemChannelNames, systemQueueNames } from './text.ts'

type Job = SystemStatus['jobs'][number]
type Queue = SystemStatus['queues'][number]
type PostponedRow = SystemStatus['postponed']['list'][number]
type Channel = SystemStatus['channels'][number]

export function JobsSection({ jobs }: Pick<SystemStatus, 'jobs'>) {
  const [all, setAll] = useState(false)
  const sorted = jobs.toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state))
  const notable = sorted.filter(({ state }) => state === 'FAILING' || state === 'LATE')
  const shown = all ? sorted : notable
  return (
    <CardSection
      id="jobs"
      title="后台任务"
      beside={
        jobs.length > 0 && (
          <Button onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? '只看需要留意的' : `查看全部 ${jobs.length} 项`}
          </Button>
        )
      }
    >
      {jobs.length === 0 && (
        <EmptyState title="还没有后台任务的记录">执行后台任务的进程启动后，这里会列出每一项。</EmptyState>
      )}
      {jobs.length > 0 && notable.length === 0 && (
        <p>
          <StatusMark kind="done">{jobs.length} 项都按时执行，最近一次没有失败的。</StatusMark>
        </p>
      )}
      {shown.length > 0 && (
        <DeskTable<Job> aria-labelledby="jobs" rowKey="name" columns={jobColumns} dataSource={shown} />
      )}
    </CardSection>
  )
}

/** What needs attention stands first. */
const urgency: Job['state'][] = ['FAILING', 'LATE', 'RUNNING', 'WAITING', 'WELL']

const jobColumns: NonNullable<TableProps<Job>['columns']> = [
  {
    key: 'name',
    title: '任务',
    render: (_, { name, every }) => (
      <CellWithNote note={jobIntervalNames[every]}>
        <strong>{jobLabels[name] ?? name}</strong>
      </CellWithNote>
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: (_, { state, failure, failedAt, runningSince }) => (
      <>
        <StatusMark kind={jobStateLabels[state].kind}>{jobStateLabels[state].text}</StatusMark>
        {runningSince && <span className="cell-note">{formatDateTimeSeconds(runningSince)} 开始执行，尚未结束</span>}
        {failure && (
          <span className="cell-note">
            {formatDateTimeSeconds(failedAt ?? '')}：{failure}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'success',
    title: '最近成功',
    width: 180,
    render: (_, { succeededAt }) => (succeededAt ? formatDateTimeSeconds(succeededAt) : '—'),
  },
  {
    key: 'took',
    title: '用时',
    width: 100,
    render: (_, { tookMs }) => {
      if (tookMs === null) return '—'
      return tookMs < 10_000 ? `${tookMs} 毫秒` : formatDuration(tookMs / 1000)
    },
  },
  {
    key: 'due',
    title: '下次',
    width: 160,
    render: (_, { dueAt, every, runningSince }) => {
      if (runningSince) return '本次结束后'
      if (dueAt) return formatDateTime(dueAt)
      return every === 'MINUTE' ? '1 分钟内' : '15 秒内'
    },
  },
]

/** Lists rows that jobs skip for a time because they failed; hidden if there are none. */
export function PostponedRowsSection({ postponed }: Pick<SystemStatus, 'postponed'>) {
  return (
    <NewestFailuresSection
      id="postponed"
      title="多次没有做成的事项"
      newest={postponed}
      unit="项"
      hint="平台已跳过这些事项，其他事项照常处理，并会按下表的时间自动再试。请把编号和原因告诉技术人员。"
      rowKey={({ job, subject }) => `${job} ${subject}`}
      columns={postponedColumns}
    />
  )
}

const postponedColumns: NonNullable<TableProps<PostponedRow>['columns']> = [
  {
    key: 'job',
    title: '任务',
    render: (_, { job, subject }) => (
      <CellWithNote note={`编号 ${subject}`}>
        <strong>{jobLabels[job] ?? job}</strong>
      </CellWithNote>
    ),
  },
  { key: 'error', title: '原因', render: (_, { error }) => error },
  {
    key: 'tries',
    title: '已试',
    width: 160,
    render: (_, { tries, lastFailedAt }) => (
      <CellWithNote note={`最近 ${formatDateTime(lastFailedAt)}`}>{tries} 次</CellWithNote>
    ),
  },
  {
    key: 'next',
    title: '再试时间',
    width: 160,
    render: (_, { nextTryAt }) => formatDateTime(nextTryAt),
  },
]

export function SystemQueuesSection({ queues }: Pick<SystemStatus, 'queues'>) {
  return <TableSection id="queues" title="队列" rowKey="queue" columns={queueColumns} dataSource={queues} />
}

const queueColumns: NonNullable<TableProps<Queue>['columns']> = [
  { key: 'queue', title: '队列', render: (_, { queue }) => systemQueueNames[queue].text },
  {
    key: 'waiting',
    title: '等待',
    width: 120,
    render: (_, { queue, waiting }) => `${waiting} ${systemQueueNames[queue].unit}`,
  },
  {
    key: 'oldest',
    title: '最早',
    width: 180,
    render: (_, { oldestAt }) => (oldestAt ? formatDateTime(oldestAt) : '—'),
  },
  {
    key: 'failed',
    title: '近 7 天没有完成',
    width: 160,
    render: (_, { queue, failed }) => (failed === null ? '—' : `${failed} ${systemQueueNames[queue].unit}`),
  },
]

export function SystemChannelsSection({ channels }: Pick<SystemStatus, 'channels'>) {
  return (
    <TableSection
      id="channels"
      title="支付、消息与文件存储"
      rowKey="channel"
      columns={channelColumns}
      dataSource={channels}
    />
  )
}

const channelColumns: NonNullable<TableProps<Channel>['columns']> = [
  { key: 'channel', title: '渠道', render: (_, { channel }) => systemChannelNames[channel] },
  {
    key: 'state',
    title: '状态',
    width: 200,
    render: (_, channel) => <ChannelState {...channel} />,
  },
  {
    key: 'success',
    title: '最近成功',
    width: 180,
    render: (_, { succeededAt }) => (succeededAt ? formatDateTimeSeconds(succeededAt) : '—'),
  },
  {
    key: 'failure',
    title: '最近失败',
    width: 220,
    render: (_, { failedAt, failure }) =>
      failedAt ? <CellWithNote note={failure}>{formatDateTimeSeconds(failedAt)}</CellWithNote> : '—',
  },
]

function ChannelState({ channel, configured, pausedBy, succeededAt, failedAt }: Channel) {
  if (!configured) return <StatusMark kind="todo">没有开通</StatusMark>
  if (pausedBy > 0)
    return <StatusMark kind="error">{channel === 'FILES' ? '没有应答' : '没有应答，暂停下单'}</StatusMark>
  if (failedAt && (!succeededAt || failedAt > succeededAt))
    return <StatusMark kind="warning">最近一次没有成功</StatusMark>
  return <StatusMark kind="done">{succeededAt ? '正常' : '已开通，还没有用过'}</StatusMark>
}
