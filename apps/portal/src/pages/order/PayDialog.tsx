import { formatFen, formatRemaining } from '@ce/client/format.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Alert, Button, Modal } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './PayDialog.module.css'

export interface PayableOrder {
  orderNo: string
  signId: string
  amount: number
  codeUrl: string | null
  expireAt: string
  payType: string
}

interface PayDialogProps {
  order: PayableOrder
  onClose: () => void
}

/** The QR of an order and how its payment stands; closes nothing, cancels nothing. */
export function PayDialog({ order, onClose }: PayDialogProps) {
  const navigate = useNavigate()
  const payment = usePayment(order.orderNo, order.expireAt)
  const { phase } = payment.state
  return (
    <Modal
      open
      title={phase === 'paid' ? '支付成功' : '扫码支付'}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        phase === 'paid' ? (
          <Button type="primary" onClick={() => navigate(paths.course(order.signId))}>
            开始学习
          </Button>
        ) : (
          <Button onClick={onClose}>稍后支付</Button>
        )
      }
    >
      {phase === 'waiting' && <Waiting order={order} payment={payment} />}
      {phase === 'paid' && <Alert type="success" showIcon title="报名成功，课程已开放学习。" />}
      {phase === 'closed' && (
        <Alert type="warning" showIcon title="订单已关闭，未发生扣款。如仍需报名，请重新下单。" />
      )}
      {phase === 'refunded' && (
        <Alert type="info" showIcon title="款项已原路退回，请以支付渠道的到账时间为准。" />
      )}
    </Modal>
  )
}

const payTypeNames: Readonly<Record<string, string>> = {
  WECHAT: '微信',
  ALIPAY: '支付宝',
  DEMO: '手机',
}

function Waiting({
  order,
  payment,
}: {
  order: PayableOrder
  payment: ReturnType<typeof usePayment>
}) {
  const { state, secondsLeft, ask, asking } = payment
  return (
    <div className={classes.body}>
      <p className={classes.amount}>{formatFen(order.amount)}</p>
      {order.codeUrl ? (
        <>
          <QRCodeSVG value={order.codeUrl} size={200} marginSize={2} title="支付二维码" />
          <p>请用{payTypeNames[order.payType] ?? '手机'}扫描二维码支付</p>
          {order.payType === 'DEMO' && <p>演示收银台，不会真实扣款</p>}
          {order.payType === 'DEMO' && (
            <a href={order.codeUrl} target="_blank" rel="noopener">
              在本机打开演示收银台
            </a>
          )}
        </>
      ) : (
        <Alert type="warning" showIcon title="支付二维码暂未生成，请稍后在“我的订单”中重试。" />
      )}
      <p className={classes.left}>
        订单将在 <span role="timer">{formatRemaining(secondsLeft)}</span> 后关闭
      </p>
      <div aria-live="polite" className={classes.state}>
        {state.offline && <StatusMark kind="warning">网络不通，恢复后会自动查询结果</StatusMark>}
        {!state.offline && state.channelFailed && (
          <StatusMark kind="error">支付未成功，可重新扫码支付</StatusMark>
        )}
        {!state.offline && !state.channelFailed && state.notYet && (
          <StatusMark kind="doing">还没有查到支付结果，到账后页面会自动更新</StatusMark>
        )}
      </div>
      <Button onClick={ask} loading={asking}>
        我已支付
      </Button>
    </div>
  )
}
