import { formatBytes, formatDateTime, formatMoment } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import classes from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { codeWords } from '../audit/field-words.ts'

type Process = SystemStatus['processes'][number]
type MissingFile = SystemStatus['missingFiles']['list'][number]

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

/** Files whose content is gone from the disk; nothing where there are none. */
export function MissingFiles({
  missing: { list, total },
}: {
  missing: SystemStatus['missingFiles']
}) {
  if (total === 0) return null
  return (
    <section className={classes.card} aria-labelledby="missing">
      <div className={classes.head}>
        <h2 id="missing">内容缺失的文件</h2>
        <span className={classes.hint}>
          {total > list.length ? `共 ${total} 个，列出最近的 ${list.length} 个` : `共 ${total} 个`}
        </span>
      </div>
      <p className={classes.hint}>
        这些文件有记录，但存储中没有内容，打开时会提示缺失。请技术人员从备份中恢复；恢复后会自动移出此表。
      </p>
      <DeskTable<MissingFile>
        aria-labelledby="missing"
        rowKey="id"
        columns={missingColumns}
        dataSource={list}
      />
    </section>
  )
}

const missingColumns: NonNullable<TableProps<MissingFile>['columns']> = [
  {
    key: 'file',
    title: '文件',
    render: (_, { id, purpose }) => (
      <>
        <strong>{codeWords(purpose)}</strong>
        <span className="cell-note">编号 {id}</span>
      </>
    ),
  },
  {
    key: 'size',
    title: '大小',
    width: 200,
    render: (_, { size, storedSize }) => (
      <>
        {formatBytes(size)}
        <span className="cell-note">
          {storedSize === null ? '存储中没有' : `存储中只有 ${formatBytes(storedSize)}`}
        </span>
      </>
    ),
  },
  {
    key: 'found',
    title: '发现时间',
    width: 180,
    render: (_, { foundAt }) => formatDateTime(foundAt),
  },
]
