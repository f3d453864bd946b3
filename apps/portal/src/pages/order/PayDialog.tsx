import { formatFen } from '@ce/client/format.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { PaymentNews } from '@ce/frame/student/order/PaymentNews.tsx'
import {
  demoWords,
  noCodeWords,
  paymentEnds,
  scannerOf,
} from '@ce/frame/student/order/payment-words.ts'
import { Alert, Button, Modal } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './PayDialog.module.css'

interface PayDialogProps {
  order: PayableOrder
  onClose: () => void
}

/** The QR of an order and how its payment stands; closes nothing, cancels nothing. */
export function PayDialog({ order, onClose }: PayDialogProps) {
  const navigate = useNavigate()
  const payment = usePayment(order.orderNo, order.expireAt)
  const { phase } = payment.state
  const end = phase === 'waiting' ? null : paymentEnds[phase]
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
      {end ? (
        <Alert type={end.kind} showIcon title={end.text} />
      ) : (
        <Waiting order={order} payment={payment} />
      )}
    </Modal>
  )
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
          <p>请用{scannerOf(order.payType)}扫描二维码支付</p>
          {order.payType === 'DEMO' && <p>{demoWords}</p>}
          {order.payType === 'DEMO' && (
            <a href={order.codeUrl} target="_blank" rel="noopener">
              在本机打开演示收银台
            </a>
          )}
        </>
      ) : (
        <Alert type="warning" showIcon title={noCodeWords} />
      )}
      <PaymentNews state={state} secondsLeft={secondsLeft} />
      <Button onClick={ask} loading={asking}>
        我已支付
      </Button>
    </div>
  )
}
