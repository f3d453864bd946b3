import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type Bill, billsQuery } from '@ce/client/staff/finance.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { payTypeNames } from '@ce/frame/student/course/sign-words.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { codeIn } from './words.ts'

type Row = Bill & { id: string }

/** The days whose bills were compared with our books, the newest first. */
export function Bills() {
  const { page, pageSize, set } = useUrlFilters()
  const query = useQuery(billsQuery({ page, pageSize }))
  return (
    <Loaded query={query}>
      {(data) =>
        data.total === 0 ? (
          <EmptyState title="还没有对过账">
            渠道在第二天上午给出前一天的账单，之后自动核对。
          </EmptyState>
        ) : (
          <ListTable<Row>
            label="对账日期"
            unit="份账单"
            columns={columns}
            data={{
              ...data,
              list: data.list.map((row) => ({ ...row, id: `${row.channel} ${row.day}` })),
            }}
            stale={query.isPlaceholderData}
            onPage={(next) => set({ page: next })}
          />
        )
      }
    </Loaded>
  )
}

const columns: TableProps<Row>['columns'] = [
  {
    key: 'day',
    title: '账单日',
    render: (_, { day, channel }) => {
      const known = codeIn(payTypeNames, channel)
      return (
        <>
          {day}
          <span className="cell-note">{known ? payTypeNames[known] : channel}</span>
        </>
      )
    },
  },
  {
    key: 'paid',
    title: '收款',
    render: (_, { payments, paid }) => `${payments} 笔，${formatFen(paid)}`,
  },
  {
    key: 'refunded',
    title: '退款',
    render: (_, { refunds, refunded }) => `${refunds} 笔，${formatFen(refunded)}`,
  },
  {
    key: 'open',
    title: '差异',
    render: (_, { open }) =>
      open > 0 ? (
        <StatusMark kind="warning">{open} 条待处理</StatusMark>
      ) : (
        <StatusMark kind="done">没有待处理的</StatusMark>
      ),
  },
  {
    key: 'fetched',
    title: '核对时间',
    responsive: ['lg'],
    render: (_, { fetchedAt }) => formatDateTime(fetchedAt),
  },
]
