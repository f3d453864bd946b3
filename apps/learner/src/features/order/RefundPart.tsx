import type { Order } from '@ce/client/order-text.ts'
import { orderRequestRefundLimits } from '@ce/contract/learner-limits'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { ConfirmDialog, Dialog } from '@ce/ui/Dialog.tsx'
import { all, atLeast, needed } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { TextAreaField } from '@ce/ui/form/inputs.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import {
  askedWords,
  mayWithdrawRefund,
  type RefundRequest,
  refundOf,
  refundReason,
  refundStates,
  refundTerms,
  withdrawQuestion,
} from './refund-words.ts'
import { useRefundRequest, useRefundWithdrawal } from './use-refund.ts'

/** Where a refund of the order stands, and asking for one: possible until its courses have given hours. */
export function RefundPart({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const refund = refundOf(order)
  if (!refund) return null
  const { request, mayAsk, why } = refund
  return (
    <>
      {request && <Told request={request} />}
      {why && <p className={card.quiet}>{why}</p>}
      {mayAsk && (
        <Button
          kind="text"
          aria-label={`申请退款：${order.orderNo}`}
          onClick={() => setAsking(true)}
        >
          申请退款
        </Button>
      )}
      {asking && <RefundSheet order={order} onClose={() => setAsking(false)} />}
    </>
  )
}

function Told({ request }: { request: RefundRequest }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useRefundWithdrawal(request)
  const { label, kind } = refundStates[request.state]
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p className={card.quiet}>
        <Dated>{askedWords(request)}</Dated>
      </p>
      {request.decideReason && <p className={card.quiet}>答复：{request.decideReason}</p>}
      {mayWithdrawRefund(request) && (
        <Button kind="text" onClick={() => setAsking(true)}>
          撤回申请
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          words={withdrawQuestion}
          onOk={withdraw}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function RefundSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const request = useRefundRequest(order)
  const { missing, length, example } = refundReason
  const fields = useFields(
    { reason: '' },
    { reason: all(needed(missing), atLeast(length)) },
    { draft: `refund ${order.orderNo}`, limits: { reason: orderRequestRefundLimits.reason } },
  )
  const send = async ({ reason }: { reason: string }) => {
    await request.send(reason)
    onClose()
  }
  return (
    <Dialog form open title={request.title} onClose={onClose}>
      <FieldsForm fields={fields} action="提交申请" submit={send}>
        <p>{refundTerms}</p>
        <TextAreaField
          of={fields}
          name="reason"
          label="退款原因"
          hint={example}
          rows={3}
          required
        />
      </FieldsForm>
    </Dialog>
  )
}
