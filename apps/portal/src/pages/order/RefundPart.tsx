import type { Output } from '@ce/client/call.ts'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { useRequestRefund, useWithdrawRefund } from '@ce/client/order.ts'
import { uuid } from '@ce/client/uuid.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import classes from './OrdersPage.module.css'

type Order = Output<'GET /order/v1/my_order'>['list'][number]
type Request = NonNullable<Order['refundRequest']>

const states: Readonly<Record<Request['state'], { label: string; kind: StatusKind }>> = {
  OPEN: { label: '退款申请审核中', kind: 'doing' },
  WITHDRAWN: { label: '退款申请已撤回', kind: 'todo' },
  REFUSED: { label: '退款申请未通过', kind: 'error' },
  APPROVED: { label: '退款申请已通过', kind: 'done' },
}
/** why the button is not there; nothing for what nobody would ask for */
const obstacles: Readonly<Record<NonNullable<Order['refundObstacle']>, string>> = {
  NOT_PAID: '',
  FREE: '',
  HOURS_CREDITED: '已取得学时，不能退款',
  EXAM_RUNNING: '有考试正在进行，交卷后才能申请退款',
  TOO_LATE: '缴费时间较久，如需退款请联系客服',
}

/** Where a refund of the order stands, and asking for one: possible until its courses have given hours. */
export function RefundPart({ order }: { order: Order }) {
  const { refundRequest: request, refundObstacle: obstacle, status } = order
  const [asking, setAsking] = useState(false)
  const mayAsk = status === 'PAID' && !obstacle && request?.state !== 'OPEN'
  const why = status === 'PAID' && obstacle ? obstacles[obstacle] : ''
  if (!request && !mayAsk && !why) return null
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

function Told({ request }: { request: Request }) {
  const { modal, message } = App.useApp()
  const withdraw = useWithdrawRefund()
  const { label, kind } = states[request.state]
  const ask = () =>
    modal.confirm({
      title: '撤回退款申请？',
      content: '撤回后订单照旧，可以继续学习，也可以再次申请。',
      okText: '撤回申请',
      cancelText: '再想想',
      onOk: async () => {
        await withdraw.mutateAsync({ id: request.id }).then(
          () => message.success('已撤回'),
          () => undefined, // the refusal has been shown
        )
      },
    })
  return (
    <div>
      <StatusMark kind={kind}>{label}</StatusMark>
      <p className={classes.times}>
        {formatDateTime(request.askedAt)} {request.byStaff ? '协会发起' : '申请'}：{request.reason}
      </p>
      {request.decideReason && <p className={classes.times}>答复：{request.decideReason}</p>}
      {request.state === 'OPEN' && !request.byStaff && <Button onClick={ask}>撤回申请</Button>}
    </div>
  )
}

function AskDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>()
  const { message } = App.useApp()
  const [id] = useState(uuid)
  const request = useRequestRefund()
  const send = async ({ reason }: { reason: string }) => {
    await request.mutateAsync({ id, orderNo: order.orderNo, reason }).then(
      () => {
        void message.success('已提交，审核结果会显示在这里')
        onClose()
      },
      () => undefined, // the refusal has been shown
    )
  }
  return (
    <Modal
      open
      title={`申请退款 ${formatFen(order.amount)}`}
      okText="提交申请"
      cancelText="再想想"
      confirmLoading={request.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={send}>
        <p>审核通过后课程随即关闭，款项原路退回。取得学时之后不能退款。</p>
        <Form.Item
          name="reason"
          label="退款原因"
          rules={[needed('请填写退款原因'), { min: 2, max: 200, message: '原因为 2–200 个字' }]}
        >
          <Input.TextArea rows={3} maxLength={200} placeholder="如：报错了年度" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
