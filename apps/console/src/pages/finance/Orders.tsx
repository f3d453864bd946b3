import { formatDateTime, formatFen, formatPrice } from '@ce/client/format.ts'
import { orderMark } from '@ce/client/order-text.ts'
import { type FinanceOrderHead, financeOrdersQuery } from '@ce/client/staff/finance.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { Link } from 'react-router'
import { ListTable } from '../../components/ListTable.tsx'
import { paths } from '../../paths.ts'
import { ExportButton } from './ExportButton.tsx'
import classes from './Finance.module.css'
import { OrderFilters } from './OrderFilters.tsx'
import { useOrderFilter } from './use-order-filter.ts'

/** Every order, the newest first, with the sum of what was paid. */
export function Orders() {
  const filters = useOrderFilter()
  const { filter, page, pageSize } = filters
  const query = useQuery(financeOrdersQuery({ ...filter, page, pageSize }))
  const { data } = query
  return (
    <>
      <OrderFilters filters={filters} />
      {data && data.total > 0 && (
        <div className={`${classes.head} ${classes.above}`}>
          <p className={classes.hint}>
            共 {data.total} 笔，其中已支付合计 <strong>{formatFen(data.paidTotal)}</strong>
          </p>
          <div className={classes.buttons}>
            <ExportButton what="ORDERS" text="导出订单" filter={filter} />
            <ExportButton what="REFUNDS" text="导出退款（日期按完成日期）" filter={filter} />
          </div>
        </div>
      )}
      <ListTable
        label="订单"
        unit="笔"
        query={query}
        columns={columns}
        rowKey="orderNo"
        empty={
          <EmptyState
            title={filters.filtered ? '没有符合条件的订单' : '还没有订单'}
            action={filters.filtered && <Button onClick={filters.clear}>清除条件</Button>}
          >
            {filters.filtered ? '换个条件再查。' : '学员报名下单之后显示在这里。'}
          </EmptyState>
        }
      />
    </>
  )
}

export function OrderState(order: Pick<FinanceOrderHead, 'status' | 'payType'>) {
  const { label, kind } = orderMark(order)
  return <StatusMark kind={kind}>{label}</StatusMark>
}

/** A student, or an employer who pays for several. */
function ownerOf({
  student,
  organisation,
}: Pick<FinanceOrderHead, 'student' | 'organisation'>): string {
  return student?.name ?? organisation?.name ?? ''
}

const columns: TableProps<FinanceOrderHead>['columns'] = [
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
          {ownerOf(whose)}，{formatPrice(amount)} <OrderState status={status} payType={payType} />
        </span>
      </>
    ),
  },
  {
    key: 'student',
    title: '学员或单位',
    responsive: ['md'],
    render: (_, row) => (
      <>
        {ownerOf(row)}
        <span className="cell-note">{row.student?.phoneMasked ?? `${row.lineCount} 人`}</span>
      </>
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
        <OrderState status={status} payType={payType} />
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
