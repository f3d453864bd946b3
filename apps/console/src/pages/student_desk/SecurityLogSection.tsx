import { formatDateTime } from '@ce/client/format.ts'
import { type StudentSecurityEvent, securityLogQuery } from '@ce/client/staff/student_desk.ts'
import { deviceNameOf } from '@ce/contract/device'
import type { TableProps } from 'antd'
import { CardSection } from '../../components/CardSection.tsx'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { securityEventLabel } from './labels.ts'

const columns: TableProps<StudentSecurityEvent>['columns'] = [
  { key: 'at', title: '时间', width: 150, render: (_, { at }) => formatDateTime(at) },
  { key: 'event', title: '事件', render: (_, { event }) => securityEventLabel(event) },
  { key: 'ip', title: '来自', render: (_, { ip }) => ip || '—' },
  {
    key: 'agent',
    title: '设备',
    responsive: ['lg'],
    // The tooltip shows the full user agent.
    render: (_, { userAgent }) => (userAgent ? <span title={userAgent}>{deviceNameOf(userAgent)}</span> : '—'),
  },
]

const events = defineList({
  label: '安全日志',
  unit: '条',
  filters: {},
  query: (_, page, studentId: string) => securityLogQuery({ studentId, ...page }),
  empty: { title: '还没有记录' },
})

/** Lists the newest entry first; the URL contains the page number. */
export function SecurityLogSection({ studentId }: { studentId: string }) {
  return (
    <CardSection id="log" title="安全日志">
      <List list={useList(events, studentId)} columns={columns} />
    </CardSection>
  )
}
