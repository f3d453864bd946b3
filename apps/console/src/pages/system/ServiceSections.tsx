import { formatBytes, formatDateTime, formatDateTimeSeconds } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { CardSection } from '../../components/CardSection.tsx'
import classes from '../../components/cards.module.css'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { auditCodeLabel } from '../audit/field-labels.ts'
import { NewestFailuresSection, TableSection } from './TableSection.tsx'

type Process = SystemStatus['processes'][number]
type MissingFile = SystemStatus['missingFiles']['list'][number]

export function ProcessesSection({ processes }: Pick<SystemStatus, 'processes'>) {
  return <TableSection id="processes" title="服务进程" rowKey="id" columns={processColumns} dataSource={processes} />
}

const processColumns: NonNullable<TableProps<Process>['columns']> = [
  {
    key: 'name',
    title: '进程',
    render: (_, { host, pid, version }) => (
      <CellWithNote note={`版本 ${version}`}>
        <strong>
          {host}（{pid}）
        </strong>
      </CellWithNote>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 200,
    render: (_, { alive, seenAt, runsJobs }) => (
      <CellWithNote
        note={alive ? (runsJobs ? '执行后台任务' : '不执行后台任务') : `最后 ${formatDateTimeSeconds(seenAt)}`}
      >
        {alive ? <StatusMark kind="done">正常</StatusMark> : <StatusMark kind="warning">没有报告</StatusMark>}
      </CellWithNote>
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

/** Shows the free space of each machine and the size of the database. */
export function StorageSection({
  status: { processes, databaseBytes },
}: {
  status: Pick<SystemStatus, 'processes' | 'databaseBytes'>
}) {
  const disks = new Map(processes.flatMap(({ alive, host, disk }) => (alive && disk ? [[host, disk] as const] : [])))
  return (
    <CardSection id="storage" title="存储">
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
    </CardSection>
  )
}

/** Lists files whose content is missing; hidden if there are none. */
export function MissingFilesSection({ missing }: { missing: SystemStatus['missingFiles'] }) {
  return (
    <NewestFailuresSection
      id="missing"
      title="内容缺失的文件"
      newest={missing}
      unit="个"
      hint="这些文件有记录，但存储中没有内容，打开时会提示缺失。请技术人员从备份中恢复；恢复后会自动移出此表。"
      rowKey="id"
      columns={missingColumns}
    />
  )
}

const missingColumns: NonNullable<TableProps<MissingFile>['columns']> = [
  {
    key: 'file',
    title: '文件',
    render: (_, { id, purpose }) => (
      <CellWithNote note={`编号 ${id}`}>
        <strong>{auditCodeLabel(purpose)}</strong>
      </CellWithNote>
    ),
  },
  {
    key: 'size',
    title: '大小',
    width: 200,
    render: (_, { size, storedSize }) => (
      <CellWithNote note={storedSize === null ? '存储中没有' : `存储中只有 ${formatBytes(storedSize)}`}>
        {formatBytes(size)}
      </CellWithNote>
    ),
  },
  {
    key: 'found',
    title: '发现时间',
    width: 180,
    render: (_, { foundAt }) => formatDateTime(foundAt),
  },
]
