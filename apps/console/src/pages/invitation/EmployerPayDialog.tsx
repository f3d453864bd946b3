import { employerPaymentSource } from '@ce/client/employer.ts'
import { paymentDialogTitle } from '@ce/client/payment/payment-text.ts'
import type { PaymentPhase } from '@ce/client/payment/poll.ts'
import { usePayment } from '@ce/client/payment/use-payment.ts'
import { Button } from 'antd'
import { ChannelSwitchButtons } from '../../kit/ChannelSwitchButtons.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { PaymentStatePanel } from '../../kit/PaymentState.tsx'
import { type PayableEmployerOrder, useEmployerChannels } from './use-employer-channels.ts'

const footerWords: Partial<Record<PaymentPhase, string>> = { paid: '完成', waiting: '稍后支付' }

interface EmployerPayDialogProps {
  order: PayableEmployerOrder
  onOrder: (order: PayableEmployerOrder) => void
  onClose: () => void
}

/** Shows the QR code and payment state. The order is cancelled only if another channel is chosen. */
export function EmployerPayDialog({ order, onOrder, onClose }: EmployerPayDialogProps) {
  const payment = usePayment(order.orderNo, order.expireAt, employerPaymentSource)
  const channels = useEmployerChannels(order, onOrder)
  const { phase } = payment.state
  const paid = phase === 'paid'
  return (
    <Dialog
      open
      // The dialog is centred, because it nearly fills a small screen.
      centered
      title={paymentDialogTitle(phase)}
      onClose={onClose}
      mask={{ closable: false }}
      footer={
        <Button type={paid ? 'primary' : 'default'} onClick={onClose}>
          {footerWords[phase] ?? '关闭'}
        </Button>
      }
    >
      <PaymentStatePanel order={order} payment={payment} list="订单与发票" paid="订单中每个人的课程都已开放学习。" />
      {phase === 'waiting' && <ChannelSwitchButtons {...channels} />}
    </Dialog>
  )
}
