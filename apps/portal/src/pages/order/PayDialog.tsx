import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { ChannelButtons } from '@ce/frame/ChannelButtons.tsx'
import { PaymentState } from '@ce/frame/PaymentState.tsx'
import { useRefocus } from '@ce/frame/refocus.ts'
import { aloneWords } from '@ce/frame/student/invitation/notes.ts'
import { useAwaitedEmployer } from '@ce/frame/student/invitation/use-awaited-employer.ts'
import { openedWords, payDialogTitle } from '@ce/frame/student/order/payment-words.ts'
import { useChannels } from '@ce/frame/student/order/use-channels.ts'
import { usePayCode } from '@ce/frame/student/order/use-pay-code.ts'
import { Alert, Button, Modal } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

interface PayDialogProps {
  order: PayableOrder
  /** the same by another channel has taken its place */
  onOrder: (order: PayableOrder) => void
  onClose: () => void
}

/** The QR of an order and how its payment stands; closes and cancels nothing, unless another channel is chosen. */
export function PayDialog({ order, onOrder, onClose }: PayDialogProps) {
  const navigate = useNavigate()
  useRefocus()
  const payment = usePayment(order.orderNo, order.expireAt)
  const { codeUrl, renew, renewing } = usePayCode(order)
  const channels = useChannels(order, onOrder)
  const { phase } = payment.state
  const employer = useAwaitedEmployer({ signId: order.signId })
  return (
    <Modal
      open
      // with a note above the QR it is as high as a small screen
      centered
      title={payDialogTitle(phase)}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        phase === 'paid' ? (
          <Button type="primary" onClick={() => navigate(paths.course(order.signId))}>
            开始学习
          </Button>
        ) : (
          <Button onClick={onClose}>{phase === 'waiting' ? '稍后支付' : '关闭'}</Button>
        )
      }
    >
      {employer && phase === 'waiting' && (
        <Alert type="info" showIcon title={aloneWords(employer)} />
      )}
      <PaymentState
        order={{ ...order, codeUrl }}
        payment={payment}
        qr={(address) => <QRCodeSVG value={address} size={200} marginSize={2} title="支付二维码" />}
        list="我的订单"
        renew={{ run: renew, busy: renewing }}
        paid={openedWords}
      />
      {phase === 'waiting' && <ChannelButtons {...channels} />}
    </Modal>
  )
}
