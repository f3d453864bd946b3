import { type EmployerOrder, useCancelEmployerOrder } from '@ce/client/employer.ts'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { isInvoiceOver } from '@ce/client/invoice-facts.ts'
import { orderStateLabels } from '@ce/client/order-text.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useConfirm } from '../../kit/confirm.ts'
import { EmployerOrderInvoice } from './EmployerOrderInvoice.tsx'
import classes from './Invitation.module.css'
import { employerOrderCloseLabels, memberNamesText } from './labels.ts'
import { WithdrawInvoiceButton } from './WithdrawInvoiceButton.tsx'

interface OrderCardProps {
  order: EmployerOrder
  onPay: () => void
  onInvoice: () => void
}

export function EmployerOrderCard({ order, onPay, onInvoice }: OrderCardProps) {
  const { orderNo, status, lines, amount, kept, payType, paidAt, createdAt } = order
  const { label, kind } = orderStateLabels[status]
  const cancel = useCancel(orderNo)
  const deadline = status === 'PAID' ? order.invoiceDeadline : null
  const mayAsk = status === 'PAID' && (!order.invoice || isInvoiceOver(order.invoice))
  const isTooLate = deadline?.passed && order.invoice?.state !== 'REVERSED'
  const asksInvoice = mayAsk && !isTooLate
  return (
    <li className={classes.card} aria-label={`订单 ${orderNo}`}>
      <div className={classes.head}>
        <h2>
          {order.title}，{lines.length} 人，{formatFen(amount)}
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p className={classes.number}>
        订单号 {orderNo}，{payTypeNames[payType]}，
        {paidAt ? `${formatDateTime(paidAt)} 支付` : `${formatDateTime(createdAt)} 下单`}
      </p>
      {order.closeReason && <p>{employerOrderCloseLabels[order.closeReason]}</p>}
      {status === 'PAID' && kept < amount && (
        <p>
          已退款 {formatFen(amount - kept)}，实付 {formatFen(kept)}
        </p>
      )}
      {mayAsk && deadline && (
        <p>
          {isTooLate
            ? `发票申请已于 ${deadline.day} 截止，确需发票的请联系平台客服。`
            : `发票可申请至 ${deadline.day}。`}
        </p>
      )}
      <Names lines={lines} />
      {order.invoice && <EmployerOrderInvoice orderNo={orderNo} />}
      <div className={classes.bar}>
        {status === 'PENDING' && (
          <>
            <Button type="primary" onClick={onPay}>
              去支付
            </Button>
            <Button onClick={cancel}>取消订单…</Button>
          </>
        )}
        {asksInvoice && <Button onClick={onInvoice}>申请发票…</Button>}
        {order.invoice?.state === 'PENDING' && (
          <>
            {status === 'PAID' && <Button onClick={onInvoice}>修改发票申请…</Button>}
            <WithdrawInvoiceButton id={order.invoice.id} />
          </>
        )}
      </div>
    </li>
  )
}

const namedAtOnce = 30

function Names({ lines }: Pick<EmployerOrder, 'lines'>) {
  const all = lines.map(({ name, refunded }) => (refunded ? `${name}（已退）` : name)).join('、')
  if (lines.length <= namedAtOnce) return <p className={classes.names}>{all}</p>
  return (
    <details className={classes.names}>
      <summary>{memberNamesText(lines)}，查看全部</summary>
      {all}
    </details>
  )
}

function useCancel(orderNo: string): () => void {
  const confirm = useConfirm()
  const cancel = useCancelEmployerOrder()
  return () =>
    confirm({
      title: '取消这笔订单？',
      content: '取消之后可以调整人员，重新下单。已经扫码支付的不能取消。',
      okText: '取消订单',
      cancelText: '再想想',
      onOk: () => cancel.mutateAsync({ orderNo }).catch(() => undefined),
    })
}
