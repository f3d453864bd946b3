import { formatBytes, formatDateTime, formatMoment } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import classes from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'

type Process = SystemStatus['processes'][number]

/** Who serves, since when, and how it fares. */
export function Processes({ processes }: Pick<SystemStatus, 'processes'>) {
  return (
    <section className={classes.card} aria-labelledby="processes">
      <h2 id="processes">服务进程</h2>
      <DeskTable<Process>
        aria-labelledby="processes"
        rowKey="id"
        columns={processColumns}
        dataSource={processes}
      />
    </section>
  )
}

const processColumns: NonNullable<TableProps<Process>['columns']> = [
  {
    key: 'name',
    title: '进程',
    render: (_, { host, pid, version }) => (
      <>
        <strong>
          {host}（{pid}）
        </strong>
        <span className="cell-note">版本 {version}</span>
      </>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 200,
    render: (_, { alive, seenAt, runsJobs }) => (
      <>
        {alive ? (
          <StatusMark kind="done">正常</StatusMark>
        ) : (
          <StatusMark kind="warning">没有报告</StatusMark>
        )}
        <span className="cell-note">
          {alive ? (runsJobs ? '执行后台任务' : '不执行后台任务') : `最后 ${formatMoment(seenAt)}`}
        </span>
      </>
    ),
  },
  {
    key: 'started',
    title: '启动',
    width: 160,
    render: (_, { startedAt }) => formatDateTime(startedAt),
  },
  {
    key: 'memory',
    title: '内存',
    align: 'right',
    width: 100,
    render: (_, { memoryBytes }) => formatBytes(memoryBytes),
  },
  {
    key: 'delay',
    title: '反应延迟',
    align: 'right',
    width: 110,
    render: (_, { loopDelayMs }) => `${loopDelayMs} 毫秒`,
  },
]

/** Room on each machine, and how much the database takes. */
export function Storage({
  status: { processes, databaseBytes },
}: {
  status: Pick<SystemStatus, 'processes' | 'databaseBytes'>
}) {
  const disks = new Map(
    processes.flatMap(({ alive, host, disk }) => (alive && disk ? [[host, disk] as const] : [])),
  )
  return (
    <section className={classes.card} aria-labelledby="storage">
      <h2 id="storage">存储</h2>
      <dl className={classes.facts}>
        {[...disks].map(([host, { bytes, freeBytes }]) => (
          <div key={host}>
            <dt>{host} 的数据目录</dt>
            <dd>
              剩余 {formatBytes(freeBytes)}，共 {formatBytes(bytes)}
            </dd>
          </div>
        ))}
        <div>
          <dt>数据库</dt>
          <dd>{formatBytes(databaseBytes)}</dd>
        </div>
      </dl>
    </section>
  )
}
