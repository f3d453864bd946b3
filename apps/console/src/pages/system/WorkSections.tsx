import { formatDateTime, formatMoment } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { jobNames } from '@ce/contract/job-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import classes from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { channelNames, everyNames, jobStates, queueNames } from './text.ts'

type Job = SystemStatus['jobs'][number]
type Queue = SystemStatus['queues'][number]
type PostponedRow = SystemStatus['postponed']['list'][number]
type Channel = SystemStatus['channels'][number]

/** What the portal does by itself: those that need a look, and all of them when they are asked for. */
export function Jobs({ jobs }: Pick<SystemStatus, 'jobs'>) {
  const [all, setAll] = useState(false)
  const notable = jobs.filter(({ state }) => state === 'FAILING' || state === 'LATE')
  const shown = all ? jobs : notable
  return (
    <section className={classes.card} aria-labelledby="jobs">
      <div className={classes.head}>
        <h2 id="jobs">后台任务</h2>
        {jobs.length > 0 && (
          <Button onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? '只看需要留意的' : `查看全部 ${jobs.length} 项`}
          </Button>
        )}
      </div>
      {jobs.length === 0 && (
        <EmptyState title="还没有后台任务的记录">
          执行后台任务的进程启动后，这里会列出每一项。
        </EmptyState>
      )}
      {jobs.length > 0 && notable.length === 0 && (
        <p>
          <StatusMark kind="done">{jobs.length} 项都按时执行，最近一次没有失败的。</StatusMark>
        </p>
      )}
      {shown.length > 0 && (
        <DeskTable<Job>
          aria-labelledby="jobs"
          rowKey="name"
          columns={jobColumns}
          dataSource={shown}
        />
      )}
    </section>
  )
}

const jobColumns: NonNullable<TableProps<Job>['columns']> = [
  {
    key: 'name',
    title: '任务',
    render: (_, { name, every }) => (
      <>
        <strong>{jobNames[name] ?? name}</strong>
        <span className="cell-note">{everyNames[every]}</span>
      </>
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: (_, { state, failure, failedAt }) => (
      <>
        <StatusMark kind={jobStates[state].kind}>{jobStates[state].text}</StatusMark>
        {failure && (
          <span className="cell-note">
            {formatMoment(failedAt ?? '')}：{failure}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'success',
    title: '最近成功',
    width: 180,
    render: (_, { succeededAt }) => (succeededAt ? formatMoment(succeededAt) : '—'),
  },
  {
    key: 'took',
    title: '用时',
    width: 100,
    render: (_, { tookMs }) => (tookMs === null ? '—' : `${tookMs} 毫秒`),
  },
  {
    key: 'due',
    title: '下次',
    width: 160,
    render: (_, { dueAt }) => (dueAt ? formatDateTime(dueAt) : '15 秒内'),
  },
]

/** Rows that jobs go past because they fail; nothing where there are none. */
export function Postponed({ postponed: { list, total } }: Pick<SystemStatus, 'postponed'>) {
  if (total === 0) return null
  return (
    <section className={classes.card} aria-labelledby="postponed">
      <div className={classes.head}>
        <h2 id="postponed">多次没有做成的事项</h2>
        <span className={classes.hint}>
          {total > list.length ? `共 ${total} 项，列出最近的 ${list.length} 项` : `共 ${total} 项`}
        </span>
      </div>
      <p className={classes.hint}>
        平台已跳过这些事项，其他事项照常处理，并会按下表的时间自动再试。请把编号和原因告诉技术人员。
      </p>
      <DeskTable<PostponedRow>
        aria-labelledby="postponed"
        rowKey={({ job, subject }) => `${job} ${subject}`}
        columns={postponedColumns}
        dataSource={list}
      />
    </section>
  )
}

const postponedColumns: NonNullable<TableProps<PostponedRow>['columns']> = [
  {
    key: 'job',
    title: '任务',
    render: (_, { job, subject }) => (
      <>
        <strong>{jobNames[job] ?? job}</strong>
        <span className="cell-note">编号 {subject}</span>
      </>
    ),
  },
  { key: 'error', title: '原因', render: (_, { error }) => error },
  {
    key: 'tries',
    title: '已试',
    width: 160,
    render: (_, { tries, lastFailedAt }) => (
      <>
        {tries} 次<span className="cell-note">最近 {formatDateTime(lastFailedAt)}</span>
      </>
    ),
  },
  {
    key: 'next',
    title: '再试时间',
    width: 160,
    render: (_, { nextTryAt }) => formatDateTime(nextTryAt),
  },
]

/** What waits for the portal itself. */
export function Queues({ queues }: Pick<SystemStatus, 'queues'>) {
  return (
    <section className={classes.card} aria-labelledby="queues">
      <h2 id="queues">队列</h2>
      <DeskTable<Queue>
        aria-labelledby="queues"
        rowKey="queue"
        columns={queueColumns}
        dataSource={queues}
      />
    </section>
  )
}

const queueColumns: NonNullable<TableProps<Queue>['columns']> = [
  { key: 'queue', title: '队列', render: (_, { queue }) => queueNames[queue].text },
  {
    key: 'waiting',
    title: '等待',
    width: 120,
    render: (_, { queue, waiting }) => `${waiting} ${queueNames[queue].unit}`,
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
    render: (_, { queue, failed }) =>
      failed === null ? '—' : `${failed} ${queueNames[queue].unit}`,
  },
]

/** Ways out of the portal: to pay, to be told. */
export function Channels({ channels }: Pick<SystemStatus, 'channels'>) {
  return (
    <section className={classes.card} aria-labelledby="channels">
      <h2 id="channels">支付与消息渠道</h2>
      <DeskTable<Channel>
        aria-labelledby="channels"
        rowKey="channel"
        columns={channelColumns}
        dataSource={channels}
      />
    </section>
  )
}

const channelColumns: NonNullable<TableProps<Channel>['columns']> = [
  { key: 'channel', title: '渠道', render: (_, { channel }) => channelNames[channel] },
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
    render: (_, { succeededAt }) => (succeededAt ? formatMoment(succeededAt) : '—'),
  },
  {
    key: 'failure',
    title: '最近失败',
    width: 220,
    render: (_, { failedAt, failure }) =>
      failedAt ? (
        <>
          {formatMoment(failedAt)}
          <span className="cell-note">{failure}</span>
        </>
      ) : (
        '—'
      ),
  },
]

function ChannelState({ configured, pausedBy, succeededAt, failedAt }: Channel) {
  if (!configured) return <StatusMark kind="todo">没有开通</StatusMark>
  if (pausedBy > 0) return <StatusMark kind="error">没有应答，暂停下单</StatusMark>
  if (failedAt && (!succeededAt || failedAt > succeededAt))
    return <StatusMark kind="warning">最近一次没有成功</StatusMark>
  return <StatusMark kind="done">{succeededAt ? '正常' : '已开通，还没有用过'}</StatusMark>
}
