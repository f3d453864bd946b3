import { useRefocus } from '@ce/client/components/refocus.ts'
import { employerPayments } from '@ce/client/employer.ts'
import { payDialogTitle } from '@ce/client/payment/payment-text.ts'
import type { PaymentPhase } from '@ce/client/payment/poll.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { Button, Modal } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { ChannelButtons } from '../../kit/ChannelButtons.tsx'
import { PaymentState } from '../../kit/PaymentState.tsx'
import { type EmployersPayable, useEmployerChannels } from './use-employer-channels.ts'

const footerWords: Partial<Record<PaymentPhase, string>> = { paid: '完成', waiting: '稍后支付' }

interface EmployerPayDialogProps {
  order: EmployersPayable
  /** the same by another channel has taken its place */
  onOrder: (order: EmployersPayable) => void
  onClose: () => void
}

/** The QR of an employer's order and how its payment stands; closes and cancels nothing, unless another channel is chosen. */
export function EmployerPayDialog({ order, onOrder, onClose }: EmployerPayDialogProps) {
  useRefocus()
  const payment = usePayment(order.orderNo, order.expireAt, employerPayments)
  const channels = useEmployerChannels(order, onOrder)
  const { phase } = payment.state
  const paid = phase === 'paid'
  return (
    <Modal
      open
      // with the other channels it is nearly as high as a small screen
      centered
      title={payDialogTitle(phase)}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type={paid ? 'primary' : 'default'} onClick={onClose}>
          {footerWords[phase] ?? '关闭'}
        </Button>
      }
    >
      <PaymentState
        order={order}
        payment={payment}
        qr={(address) => <QRCodeSVG value={address} size={200} marginSize={2} title="支付二维码" />}
        list="订单与发票"
        paid="订单中每个人的课程都已开放学习。"
      />
      {phase === 'waiting' && <ChannelButtons {...channels} />}
    </Modal>
  )
}
