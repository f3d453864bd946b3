import { type Fact, Facts } from '@ce/client/components/Facts.tsx'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDateTime, formatPrice } from '@ce/client/format.ts'
import { type FinanceOrder, financeOrderQuery } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import classes from './Finance.module.css'
import { OrderInvoice } from './InvoiceFate.tsx'
import { OrderEvents } from './OrderEvents.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderRequests } from './OrderRequests.tsx'
import { OrderState } from './Orders.tsx'
import { Payments } from './Payments.tsx'
import { closeWords } from './words.ts'

/** One order: whose, what was paid where, what went back and why, everything that happened. */
export function OrderPage() {
  const { orderNo = '' } = useParams()
  const query = useQuery(financeOrderQuery(orderNo))
  return (
    <>
      <PageHeader title="订单" actions={<BackLink to={paths.finance()}>返回订单与对账</BackLink>}>
        <span className={classes.number}>{orderNo}</span>
      </PageHeader>
      <Loaded query={query}>{(order) => <Order order={order} />}</Loaded>
    </>
  )
}

function Order({ order }: { order: FinanceOrder }) {
  return (
    <div className={classes.page}>
      <Particulars order={order} />
      <OrderLines order={order} />
      <OrderRequests order={order} />
      {order.differences.length > 0 && (
        <section className={classes.page} aria-labelledby="differences">
          <h2 id="differences">对账差异</h2>
          {order.differences.map((difference) => (
            <DifferenceCard key={difference.id} difference={difference} />
          ))}
        </section>
      )}
      <Payments payments={order.payments} />
      <OrderEvents order={order} />
    </div>
  )
}

function Particulars({ order }: { order: FinanceOrder }) {
  const maySee = usePermission('student.read')
  const { student, organisation, closeReason } = order
  const facts: Fact[] = [
    ['状态', <OrderState key="state" status={order.status} payType={order.payType} />],
    ['金额', formatPrice(order.amount)],
    ...(organisation ? [['单位', organisation.name] satisfies Fact] : []),
    ...(student
      ? [['学员', <Person key="student" student={student} link={maySee} />] satisfies Fact]
      : []),
    ['项目', order.lineCount > 1 ? `${order.title}，${order.lineCount} 人` : order.title],
    ['发票', <OrderInvoice key="invoice" invoice={order.invoice} />],
    ['支付方式', payTypeNames[order.payType]],
    ['下单', formatDateTime(order.createdAt)],
    ...(order.paidAt ? [['支付', formatDateTime(order.paidAt)] satisfies Fact] : []),
    ...(order.closedAt
      ? [
          [
            '关闭',
            `${formatDateTime(order.closedAt)}，${closeReason ? closeWords[closeReason] : ''}`,
          ] satisfies Fact,
        ]
      : []),
    ...(order.status === 'PENDING'
      ? [['支付期限', formatDateTime(order.expireAt)] satisfies Fact]
      : []),
  ]
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts">订单信息</h2>
      <Facts className={classes.facts} facts={facts} />
    </section>
  )
}

function Person({
  student,
  link,
}: {
  student: { id: string; name: string; phoneMasked: string }
  link: boolean
}) {
  const text = `${student.name}（${student.phoneMasked}）`
  return link ? <Link to={paths.student(student.id)}>{text}</Link> : text
}
