import { formatFen } from '@ce/client/format.ts'
import type { MoneyCase } from '@ce/client/staff/finance.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'
import {
  channelName,
  eventDetailText,
  paymentStateLabels,
  refundChannelResponseText,
  refundObstacleTexts,
  refundStateMark,
} from './labels.ts'
import { OrderStateTag } from './Orders.tsx'

export function MoneyCaseComparison({ found }: { found: MoneyCase }) {
  return (
    <div className={classes.sides}>
      <CardSection id="theirs" title="渠道记录">
        {found.rows.length === 0 ? (
          <p className={cards.hint}>已获取的账单上没有这笔付款的记录；当天的账单次日才有。</p>
        ) : (
          <ul className={cards.rows}>
            {found.rows.map((row) => (
              <li key={`${row.kind} ${row.day} ${row.number}`} className={classes.row}>
                <BillRow row={row} />
              </li>
            ))}
          </ul>
        )}
        <p className={cards.hint}>{eventDetailText(found.detail, found.subject)}</p>
      </CardSection>
      <CardSection id="ours" title="平台记录">
        {found.order ? <Ours order={found.order} /> : <p className={cards.hint}>平台没有与它对应的订单。</p>}
      </CardSection>
    </div>
  )
}

function BillRow({ row }: { row: MoneyCase['rows'][number] }) {
  const { kind, channel, day, number, transactionId, amount, done, billed } = row
  return (
    <div>
      <strong>
        {kind === 'PAYMENT' ? '收款' : '退款'} {formatFen(amount)}
      </strong>
      {!done && <StatusMark kind="warning">还没有退成</StatusMark>}
      <span className={`cell-note ${classes.number}`}>
        {channelName(channel)} {day} 的{billed ? '账单' : '通知，还没有账单'}，单号 {number}
      </span>
      {transactionId && <span className={`cell-note ${classes.number}`}>渠道交易号 {transactionId}</span>}
    </div>
  )
}

function Ours({ order }: { order: NonNullable<MoneyCase['order']> }) {
  return (
    <>
      <p className={classes.number}>
        <Link to={paths.financeOrder(order.orderNo)}>{order.orderNo}</Link>
      </p>
      <p>
        <OrderStateTag status={order.status} payType={order.payType} /> {formatFen(order.amount)}，
        {order.student?.name ?? order.organisation?.name}，{order.title}
      </p>
      <ul className={cards.rows}>
        {order.lines.slice(0, 20).map((line) => (
          <li key={line.signId}>
            {line.student.name} {formatFen(line.amount)}
            {line.obstacle && line.refund === null && (
              <span className="cell-note">{refundObstacleTexts[line.obstacle]}</span>
            )}
          </li>
        ))}
        {order.payments.map((payment) => (
          <li key={payment.outTradeNo}>
            <StatusMark kind={paymentStateLabels[payment.status].kind}>
              {paymentStateLabels[payment.status].label}
            </StatusMark>
            <span className={`cell-note ${classes.number}`}>
              {channelName(payment.channel)} {formatFen(payment.amount)}，商户订单号 {payment.outTradeNo}
            </span>
            {payment.refunds.map((refund) => (
              <span key={refund.refundNo} className={`cell-note ${classes.number}`}>
                退款 {formatFen(refund.amount)} {refundStateMark(refund).label}，单号 {refund.refundNo}
                {refund.status !== 'DONE' && `。${refundChannelResponseText(refund)}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
