import { formatDateTime } from '@ce/client/format.ts'
import { type SecurityEvent, securityLogQuery } from '@ce/client/staff/student_desk.ts'
import { deviceOf } from '@ce/contract/device'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import classes from './StudentDesk.module.css'
import { eventWords } from './words.ts'

const columns: TableProps<SecurityEvent>['columns'] = [
  { key: 'at', title: '时间', width: 150, render: (_, { at }) => formatDateTime(at) },
  { key: 'event', title: '事件', render: (_, { event }) => eventWords(event) },
  { key: 'ip', title: '来自', render: (_, { ip }) => ip || '—' },
  {
    key: 'agent',
    title: '设备',
    responsive: ['lg'],
    // as it was sent, for who looks into something, under the pointer
    render: (_, { userAgent }) =>
      userAgent ? <span title={userAgent}>{deviceOf(userAgent)}</span> : '—',
  },
]

/** What happened to the account, newest first; its page stands in the address. */
export function SecurityLogSection({ studentId }: { studentId: string }) {
  const { page } = useUrlFilters()
  const query = useQuery(securityLogQuery({ studentId, page, pageSize: 20 }))
  return (
    <section className={classes.card} aria-labelledby="log">
      <h2 id="log">安全日志</h2>
      <ListTable
        label="安全日志"
        unit="条"
        query={query}
        columns={columns}
        empty={<p className={classes.hint}>还没有记录。</p>}
      />
    </section>
  )
}
