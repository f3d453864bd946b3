import type { PayableOrder } from '@ce/client/payment/payable.ts'
import {
  demoCashierLinkLabel,
  demoCashierText,
  newPaymentCodeLabel,
  noPaymentCodeText,
  payTypeScannerName,
  renewPaymentCodeLabel,
} from '@ce/client/payment/payment-text.ts'
import { Button } from '@ce/ui/Button.tsx'
import { QrCode } from '@ce/ui/QrCode.tsx'
import card from '../../components/card.module.css'
import classes from './PaySheet.module.css'
import { usePaymentCode } from './payment-ways.ts'

export function DesktopPayment({ order }: { order: PayableOrder }) {
  const { codeUrl, renew, renewing } = usePaymentCode(order)
  if (codeUrl === null)
    return (
      <>
        <p className={card.warning}>{noPaymentCodeText('我的订单')}</p>
        <Button kind="quiet" busy={renewing} onClick={renew}>
          {newPaymentCodeLabel}
        </Button>
      </>
    )
  return (
    <>
      <span className={classes.paper}>
        <QrCode value={codeUrl} size={200} margin={2} title="支付二维码" />
      </span>
      <p>请用{payTypeScannerName(order.payType)}扫描二维码支付</p>
      {order.payType === 'DEMO' ? (
        <>
          <p>{demoCashierText}</p>
          <a href={codeUrl} target="_blank" rel="noopener">
            {demoCashierLinkLabel}
          </a>
        </>
      ) : (
        <Button kind="text" busy={renewing} onClick={renew}>
          {renewPaymentCodeLabel}
        </Button>
      )}
    </>
  )
}
