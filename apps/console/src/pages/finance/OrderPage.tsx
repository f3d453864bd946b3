import { type DefinitionItem, DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime, formatPrice } from '@ce/client/format.ts'
import { type FinanceOrder, financeOrderQuery } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import classes from './Finance.module.css'
import { OrderInvoiceSummary } from './InvoiceFate.tsx'
import { orderCloseLabels } from './labels.ts'
import { OrderEvents } from './OrderEvents.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderRefundRequests } from './OrderRequests.tsx'
import { OrderStateTag } from './Orders.tsx'
import { OrderPayments } from './Payments.tsx'

export function OrderPage() {
  const { orderNo = '' } = useParams()
  const query = useQuery(financeOrderQuery(orderNo))
  return (
    <>
      <PageHeader title="订单" actions={<BackLink to={paths.finance()}>返回订单与对账</BackLink>}>
        <span className={classes.number}>{orderNo}</span>
      </PageHeader>
      <QueryContent query={query}>{(order) => <Order order={order} />}</QueryContent>
    </>
  )
}

function Order({ order }: { order: FinanceOrder }) {
  return (
    <div className={classes.page}>
      <Particulars order={order} />
      <OrderLines order={order} />
      <OrderRefundRequests order={order} />
      {order.differences.length > 0 && (
        <section className={classes.page} aria-labelledby="differences">
          <h2 id="differences">对账差异</h2>
          {order.differences.map((difference) => (
            <DifferenceCard key={difference.id} difference={difference} />
          ))}
        </section>
      )}
      <OrderPayments payments={order.payments} />
      <OrderEvents order={order} />
    </div>
  )
}

function Particulars({ order }: { order: FinanceOrder }) {
  const maySee = usePermission('student.read')
  const { student, organisation, closeReason } = order
  const facts: DefinitionItem[] = [
    ['状态', <OrderStateTag key="state" status={order.status} payType={order.payType} />],
    ['金额', formatPrice(order.amount)],
    ...(organisation ? [['单位', organisation.name] satisfies DefinitionItem] : []),
    ...(student ? [['学员', <Person key="student" student={student} link={maySee} />] satisfies DefinitionItem] : []),
    ['项目', order.lineCount > 1 ? `${order.title}，${order.lineCount} 人` : order.title],
    ['发票', <OrderInvoiceSummary key="invoice" invoice={order.invoice} />],
    ['支付方式', payTypeNames[order.payType]],
    ['下单', formatDateTime(order.createdAt)],
    ...(order.paidAt ? [['支付', formatDateTime(order.paidAt)] satisfies DefinitionItem] : []),
    ...(order.closedAt
      ? [
          [
            '关闭',
            `${formatDateTime(order.closedAt)}，${closeReason ? orderCloseLabels[closeReason] : ''}`,
          ] satisfies DefinitionItem,
        ]
      : []),
    ...(order.status === 'PENDING' ? [['支付期限', formatDateTime(order.expireAt)] satisfies DefinitionItem] : []),
  ]
  return (
    <CardSection id="facts" title="订单信息">
      <DefinitionList className={cards.facts} facts={facts} />
    </CardSection>
  )
}

function Person({ student, link }: { student: { id: string; name: string; phoneMasked: string }; link: boolean }) {
  const text = `${student.name}（${student.phoneMasked}）`
  return link ? <Link to={paths.student(student.id)}>{text}</Link> : text
}
