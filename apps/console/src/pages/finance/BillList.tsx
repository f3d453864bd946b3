import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { channelBillsQuery, type FinanceBill, type MissingBill } from '@ce/client/staff/finance.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import cards from '../../components/cards.module.css'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import classes from './Finance.module.css'
import { channelName, missingBillLabels, nextBillRequestText } from './labels.ts'

const bills = defineList({
  label: '对账日期',
  unit: '份账单',
  filters: {},
  query: (_, page) => channelBillsQuery(page),
  empty: {
    title: '还没有对过账',
    text: '渠道在第二天上午给出前一天的账单，之后自动核对。',
  },
})

/** Lists missing bills first, then compared days, newest first. */
export function BillList() {
  const list = useList(bills)
  const { data } = list.query
  return (
    <List
      list={list}
      columns={columns}
      rowKey={({ channel, day }) => `${channel} ${day}`}
      above={data?.page === 1 && <Missing bills={data.missing} />}
    />
  )
}

function Missing({ bills }: { bills: MissingBill[] }) {
  if (bills.length === 0) return null
  return (
    <section className={`${cards.card} ${classes.above}`} aria-labelledby="missing">
      <h2 id="missing">尚未获取的账单</h2>
      <ul className={cards.rows}>
        {bills.map(({ channel, day, why, nextAt }) => (
          <li key={`${channel} ${day}`} className={classes.row}>
            <div>
              <p>
                {day}，{channelName(channel)}
              </p>
              <StatusMark kind={missingBillLabels[why].kind}>{missingBillLabels[why].label}</StatusMark>
            </div>
            <span className={cards.hint}>{nextBillRequestText({ why, nextAt })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const columns: TableProps<FinanceBill>['columns'] = [
  {
    key: 'day',
    title: '账单日',
    render: (_, { day, channel }) => <CellWithNote note={channelName(channel)}>{day}</CellWithNote>,
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
        {others > 0 && <span className="cell-note">另有 {others} 行属于其他收款终端或业务，未计入</span>}
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
