import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type Bill, billsQuery, type MissingBill } from '@ce/client/staff/finance.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import classes from './Finance.module.css'
import { channelName, missingWords, nextTryWords } from './words.ts'

/** The days whose bills were compared with our books, the newest first, and before them those whose bills are not there. */
export function Bills() {
  const { page, pageSize } = useUrlFilters()
  const query = useQuery(billsQuery({ page, pageSize }))
  return (
    <>
      {page === 1 && <Missing bills={query.data?.missing ?? []} />}
      <ListTable
        label="对账日期"
        unit="份账单"
        query={query}
        columns={columns}
        rowKey={({ channel, day }) => `${channel} ${day}`}
        empty={
          <EmptyState title="还没有对过账">
            渠道在第二天上午给出前一天的账单，之后自动核对。
          </EmptyState>
        }
      />
    </>
  )
}

/** The days that are over and were not compared yet: why, and when their bills are asked for next. */
function Missing({ bills }: { bills: MissingBill[] }) {
  if (bills.length === 0) return null
  return (
    <section className={`${classes.card} ${classes.above}`} aria-labelledby="missing">
      <h2 id="missing">尚未获取的账单</h2>
      <ul className={classes.rows}>
        {bills.map(({ channel, day, why, nextAt }) => (
          <li key={`${channel} ${day}`} className={classes.row}>
            <div>
              <p>
                {day}，{channelName(channel)}
              </p>
              <StatusMark kind={missingWords[why].kind}>{missingWords[why].label}</StatusMark>
            </div>
            <span className={classes.hint}>{nextTryWords({ why, nextAt })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const columns: TableProps<Bill>['columns'] = [
  {
    key: 'day',
    title: '账单日',
    render: (_, { day, channel }) => (
      <>
        {day}
        <span className="cell-note">{channelName(channel)}</span>
      </>
    ),
  },
  {
    key: 'paid',
    title: '收款',
    render: (_, { payments, paid }) => `${payments} 笔，${formatFen(paid)}`,
  },
  {
    key: 'refunded',
    title: '退款',
    render: (_, { refunds, refunded, others }) => (
      <>
        {refunds} 笔，{formatFen(refunded)}
        {others > 0 && (
          <span className="cell-note">另有 {others} 行属于其他收款终端或业务，未计入</span>
        )}
      </>
    ),
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
