import { formatDateTime, formatFen, formatPrice } from '@ce/client/format.ts'
import { orderStateLabels, orderStateMark } from '@ce/client/order-text.ts'
import { type FinanceOrderSummary, financeOrdersQuery } from '@ce/client/staff/finance.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { payTypeNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { choiceFilter, dayRangeFilters, personalFilter, textFilter, yearFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { paths } from '../../paths.ts'
import { FinanceExportButton } from './ExportButton.tsx'
import classes from './Finance.module.css'
import { orderDateLabels } from './labels.ts'

const orders = defineList({
  label: '订单',
  unit: '笔',
  filters: {
    number: textFilter('订单号、渠道单号或交易号', searchLimits.finance),
    student: personalFilter(textFilter('学员姓名或完整手机号', searchLimits.finance)),
    year: yearFilter(),
    status: choiceFilter('订单状态', '全部状态', orderStateLabels),
    payType: choiceFilter('支付方式', '全部支付方式', payTypeNames),
    dateOf: choiceFilter('日期类型', '按下单日期', orderDateLabels),
    ...dayRangeFilters('日期'),
  },
  query: (filter, page) => financeOrdersQuery({ ...filter, ...page }),
  empty: { title: '还没有订单', text: '学员报名下单之后显示在这里。' },
})

/** Lists the newest order first and shows the sum of payments. */
export function OrderList() {
  const list = useList(orders)
  const { filter, query } = list
  return (
    <List
      list={list}
      columns={columns}
      rowKey="orderNo"
      above={
        query.data &&
        query.data.total > 0 && (
          <div className={`${cards.head} ${classes.above}`}>
            <p className={cards.hint}>
              共 {query.data.total} 笔，其中已支付合计 <strong>{formatFen(query.data.paidTotal)}</strong>
            </p>
            <div className={cards.buttons}>
              <FinanceExportButton what="ORDERS" text="导出订单" filter={filter} />
              <FinanceExportButton what="REFUNDS" text="导出退款（日期按完成日期）" filter={filter} />
            </div>
          </div>
        )
      }
    />
  )
}

export function OrderStateTag(order: Pick<FinanceOrderSummary, 'status' | 'payType'>) {
  const { label, kind } = orderStateMark(order)
  return <StatusMark kind={kind}>{label}</StatusMark>
}

function ownerOf({ student, organisation }: Pick<FinanceOrderSummary, 'student' | 'organisation'>): string {
  return student?.name ?? organisation?.name ?? ''
}

const columns: TableProps<FinanceOrderSummary>['columns'] = [
  {
    key: 'order',
    title: '订单号',
    render: (_, { orderNo, title, status, payType, amount, ...whose }) => (
      <>
        <Link to={paths.financeOrder(orderNo)} className={classes.number}>
          {orderNo}
        </Link>
        <span className="cell-note">{title}</span>
        <span className="narrow-only">
          {ownerOf(whose)}，{formatPrice(amount)} <OrderStateTag status={status} payType={payType} />
        </span>
      </>
    ),
  },
  {
    key: 'student',
    title: '学员或单位',
    responsive: ['md'],
    render: (_, row) => (
      <CellWithNote note={row.student?.phoneMasked ?? `${row.lineCount} 人`}>{ownerOf(row)}</CellWithNote>
    ),
  },
  {
    key: 'amount',
    title: '金额',
    align: 'right',
    responsive: ['md'],
    render: (_, { amount }) => <span className={classes.number}>{formatPrice(amount)}</span>,
  },
  {
    key: 'payType',
    title: '支付方式',
    responsive: ['lg'],
    render: (_, { payType }) => payTypeNames[payType],
  },
  {
    key: 'status',
    title: '状态',
    responsive: ['md'],
    render: (_, { status, payType, refundOpen }) => (
      <>
        <OrderStateTag status={status} payType={payType} />
        {refundOpen && <span className="cell-note">有退款申请待审核</span>}
      </>
    ),
  },
  {
    key: 'created',
    title: '下单',
    responsive: ['lg'],
    render: (_, { createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'paid',
    title: '支付',
    responsive: ['xl'],
    render: (_, { paidAt }) => (paidAt ? formatDateTime(paidAt) : '—'),
  },
]
