import { formatPrice } from '@ce/client/format.ts'
import { useCancelOrder } from '@ce/client/order.ts'
import {
  cancelQuestion,
  type Order,
  orderMark,
  orderNumber,
  orderTimes,
} from '@ce/client/order-text.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { otherPayerWords } from '../invitation/notes.ts'
import { useEmployerInstead } from '../invitation/use-awaited-employer.ts'
import { RefundPart } from './RefundPart.tsx'
import { useOrderInvoice } from './use-order-invoice.ts'

/** One order: what it is for, how it stands, and what can be done about it. */
export function OrderCard({ order, onPay }: { order: Order; onPay: () => void }) {
  const { label, kind } = orderMark(order)
  return (
    <section className={card.card} aria-label={`订单 ${order.orderNo}`}>
      <div className={card.head}>
        <span className={card.quiet}>{orderNumber(order)}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      {order.lines.map((line) => (
        <p key={line.signId} className={card.head}>
          <strong>{line.title}</strong>
          <strong className="figures">{formatPrice(line.amount)}</strong>
        </p>
      ))}
      <p className={card.quiet}>
        <Dated>{orderTimes(order)}</Dated>
      </p>
      {order.status === 'PENDING' ? (
        <Unpaid order={order} onPay={onPay} />
      ) : (
        <Links order={order} />
      )}
      <RefundPart order={order} />
    </section>
  )
}

function Unpaid({ order, onPay }: { order: Order; onPay: () => void }) {
  const [asking, setAsking] = useState(false)
  const employer = useEmployerInstead(order)
  const cancel = useCancelOrder()
  const go = () =>
    cancel.mutateAsync({ orderNo: order.orderNo }).then(
      () => showNotice({ kind: 'success', title: '订单已取消' }),
      () => undefined, // the refusal has been shown
    )
  return (
    <>
      {employer && <p className={card.note}>{otherPayerWords(employer)}</p>}
      <div className={card.tools}>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          取消订单
        </Button>
        <Button kind={employer ? 'quiet' : 'call'} onClick={onPay}>
          {employer ? '自行支付' : '去支付'}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          words={cancelQuestion(order)}
          danger
          onOk={go}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Links({ order }: { order: Order }) {
  const { note, links } = useOrderInvoice(order)
  const [line] = order.lines
  const study = order.status === 'PAID' && line ? paths.course(line.signId) : null
  if (links.length === 0 && !study) return null
  return (
    <>
      {note && <p className={card.quiet}>{note}</p>}
      <div className={card.tools}>
        {links.map(({ to, words, label }) => (
          <Link key={to} className={buttonClass('quiet')} to={to} aria-label={label}>
            {words}
          </Link>
        ))}
        {study && (
          <Link className={buttonClass()} to={study}>
            去学习
          </Link>
        )}
      </div>
    </>
  )
}
