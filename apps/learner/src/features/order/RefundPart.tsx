import { useRefocus } from '@ce/client/components/refocus.ts'
import type { Order } from '@ce/client/order-text.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import { AskSheet } from '../../components/AskSheet.tsx'
import card from '../../components/card.module.css'
import { all, atLeast, needed } from '../../form/checks.ts'
import { FieldsForm } from '../../form/FieldsForm.tsx'
import { TextAreaField } from '../../form/inputs.tsx'
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
        <AskSheet words={withdrawQuestion} onOk={withdraw} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

function RefundSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  useRefocus()
  const request = useRefundRequest(order)
  const { missing, length, example } = refundReason
  const fields = useFields({ reason: '' }, { reason: all(needed(missing), atLeast(length)) })
  const send = async ({ reason }: { reason: string }) => {
    await request.send(reason)
    onClose()
  }
  return (
    <Sheet form open title={request.title} onClose={onClose}>
      <FieldsForm fields={fields} action="提交申请" submit={send}>
        <p>{refundTerms}</p>
        <TextAreaField
          of={fields}
          name="reason"
          label="退款原因"
          hint={example}
          rows={3}
          required
          maxLength={length.max}
        />
      </FieldsForm>
    </Sheet>
  )
}
