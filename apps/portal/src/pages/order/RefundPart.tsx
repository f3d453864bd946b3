import { needed } from '@ce/frame/form-rules.ts'
import { refocus, useRefocus } from '@ce/frame/refocus.ts'
import type { Order } from '@ce/frame/student/order/order-words.ts'
import {
  askedWords,
  mayWithdrawRefund,
  type RefundRequest,
  refundOf,
  refundReason,
  refundStates,
  refundTerms,
  withdrawQuestion,
} from '@ce/frame/student/order/refund-words.ts'
import { useRefundRequest, useRefundWithdrawal } from '@ce/frame/student/order/use-refund.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import classes from './OrdersPage.module.css'

/** Where a refund of the order stands, and asking for one: possible until its courses have given hours. */
export function RefundPart({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const refund = refundOf(order)
  if (!refund) return null
  const { request, mayAsk, why } = refund
  return (
    <div className={classes.refund}>
      {request && <Told request={request} />}
      {why && <span className={classes.times}>{why}</span>}
      {mayAsk && (
        <Button aria-label={`申请退款：${order.orderNo}`} onClick={() => setAsking(true)}>
          申请退款
        </Button>
      )}
      {asking && <AskDialog order={order} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Told({ request }: { request: RefundRequest }) {
  const { modal } = App.useApp()
  const withdraw = useRefundWithdrawal(request)
  const { label, kind } = refundStates[request.state]
  const ask = () =>
    modal.confirm({
      title: withdrawQuestion.title,
      content: withdrawQuestion.text,
      okText: withdrawQuestion.ok,
      cancelText: withdrawQuestion.cancel,
      afterClose: refocus,
      onOk: withdraw,
    })
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p className={classes.times}>{askedWords(request)}</p>
      {request.decideReason && <p className={classes.times}>答复：{request.decideReason}</p>}
      {mayWithdrawRefund(request) && <Button onClick={ask}>撤回申请</Button>}
    </div>
  )
}

function AskDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>()
  const [open, setOpen] = useState(true)
  useRefocus()
  const request = useRefundRequest(order)
  const send = ({ reason }: { reason: string }) =>
    request.send(reason).then(
      () => setOpen(false),
      () => undefined, // the refusal has been shown
    )
  return (
    <Modal
      open={open}
      title={request.title}
      okText="提交申请"
      cancelText="再想想"
      confirmLoading={request.busy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      // not before: the focus goes back to what opened it
      afterClose={onClose}
    >
      <Form form={form} layout="vertical" onFinish={send}>
        <p>{refundTerms}</p>
        <Form.Item
          name="reason"
          label="退款原因"
          rules={[needed(refundReason.missing), refundReason.length]}
        >
          <Input.TextArea rows={3} maxLength={200} placeholder={refundReason.example} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
