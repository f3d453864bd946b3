import { formatFen } from '@ce/client/format.ts'
import { useRequestRefund, useWithdrawRefund } from '@ce/client/order.ts'
import type { Order } from '@ce/client/order-text.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { orderRequestRefundLimits } from '@ce/contract/generated/learner-limits'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { ConfirmDialog, Dialog } from '@ce/ui/Dialog.tsx'
import { notBlank } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { TextAreaField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import {
  isRefundRequestWithdrawable,
  ownRefundRequestLabels,
  type RefundRequest,
  refundAvailability,
  refundRequestText,
  refundTermsText,
} from './refund-text.ts'

/** Shows nothing if the order cannot have a refund. */
export function RefundStateNote({ order }: { order: Order }) {
  const refund = refundAvailability(order)
  if (!refund) return null
  return (
    <>
      {refund.request && <Request request={refund.request} />}
      {refund.why && <p className={card.quiet}>{refund.why}</p>}
    </>
  )
}

function Request({ request }: { request: RefundRequest }) {
  const { label, kind } = ownRefundRequestLabels[request.state]
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p className={card.quiet}>
        <DatedText>{refundRequestText(request)}</DatedText>
      </p>
      {request.decideReason && <p className={card.quiet}>答复：{request.decideReason}</p>}
    </div>
  )
}

/** Requests a refund, which is possible until a course of the order has given hours. */
export function RefundButton({ order }: { order: Order }) {
  const refund = refundAvailability(order)
  if (refund?.mayAsk) return <AskButton order={order} />
  if (refund?.request && isRefundRequestWithdrawable(refund.request)) return <WithdrawButton request={refund.request} />
  return null
}

function AskButton({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" aria-label={`申请退款：订单 ${order.orderNo}`} onClick={() => setOpen(true)}>
        申请退款
      </Button>
      {open && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { orderNo, amount } = order
  // Keep the id, so that a repeated press sends the same request.
  const [id] = useState(randomUuid)
  const request = useRequestRefund()
  const fields = useFields(
    { reason: '' },
    { reason: notBlank('请填写退款原因') },
    { draft: `refund ${orderNo}`, limits: { reason: orderRequestRefundLimits.reason } },
  )
  const send = async ({ reason }: { reason: string }) => {
    await request.mutateAsync({ id, orderNo, reason })
    showNotice({ kind: 'success', title: '退款申请已提交', text: '审核结果会显示在这笔订单上。' })
    onClose()
  }
  return (
    <Dialog form open title={`申请退款 ${formatFen(amount)}`} onClose={onClose}>
      <FieldsForm fields={fields} action="提交申请" submit={send}>
        <p>{refundTermsText}</p>
        <TextAreaField of={fields} name="reason" label="退款原因" hint="如：报错了年度。" rows={3} required />
      </FieldsForm>
    </Dialog>
  )
}

const withdrawQuestion = {
  title: '撤回退款申请？',
  text: '撤回后订单照旧，可以继续学习，也可以再次申请。',
  ok: '撤回申请',
  cancel: '再想想',
}

function WithdrawButton({ request: { id } }: { request: RefundRequest }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useWithdrawRefund()
  const withdrawRefund = () =>
    withdraw.mutateAsync({ id }).then(
      () => showNotice({ kind: 'success', title: '退款申请已撤回' }),
      () => undefined,
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        撤回退款申请
      </Button>
      <ConfirmDialog open={asking} words={withdrawQuestion} onOk={withdrawRefund} onClose={() => setAsking(false)} />
    </>
  )
}
