import { formatDateTime } from '@ce/client/format.ts'
import type { SystemStatus } from '@ce/client/staff/system.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { integrityLabels } from './text.ts'

type Check = SystemStatus['integrity'][number]

/** Shows what the nightly checks of the stored data found. */
export function IntegritySection({ integrity }: Pick<SystemStatus, 'integrity'>) {
  return (
    <CardSection id="integrity" title="数据完整性">
      <p className={cards.hint}>
        每天凌晨 1 时至 6
        时（北京时间）自动核对，一夜没有核对完的，下一夜接着核对。发现异常时请不要自行修改数据，把详情交给技术人员。
      </p>
      <DeskTable<Check>
        aria-labelledby="integrity"
        rowKey="check"
        columns={columns}
        dataSource={integrity}
        {...(integrity.some(({ faults }) => faults.length > 0) && { expandable })}
      />
    </CardSection>
  )
}

const expandable: NonNullable<TableProps<Check>['expandable']> = {
  columnTitle: <span className="visually-hidden">详情</span>,
  rowExpandable: ({ faults }) => faults.length > 0,
  expandedRowRender: ({ faults, faultCount }) => (
    <>
      {faultCount > faults.length && (
        <p className={cards.hint}>
          共 {faultCount} 处，仅列出前 {faults.length} 处。
        </p>
      )}
      <ul>
        {faults.map((fault, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may have the same text
          <li key={place}>{fault}</li>
        ))}
      </ul>
    </>
  ),
}

const columns: NonNullable<TableProps<Check>['columns']> = [
  { key: 'check', title: '核对内容', render: (_, { check }) => integrityLabels[check] },
  { key: 'checked', title: '已核对', width: 140, render: (_, { checked }) => `${checked} 项` },
  {
    key: 'state',
    title: '结果',
    width: 160,
    render: (_, check) => <Result {...check} />,
  },
  {
    key: 'ended',
    title: '最近核对完成',
    width: 180,
    render: (_, { endedAt }) => (endedAt ? formatDateTime(endedAt) : '—'),
  },
]

function Result({ faultCount, endedAt, late }: Check) {
  if (faultCount > 0) return <StatusMark kind="error">{faultCount} 处异常</StatusMark>
  if (late) return <StatusMark kind="warning">没有按时核对完</StatusMark>
  return endedAt ? <StatusMark kind="done">没有异常</StatusMark> : <StatusMark kind="todo">还没有核对完</StatusMark>
}
