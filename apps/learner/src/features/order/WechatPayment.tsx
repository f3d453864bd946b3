import { otherPhonePaymentText, wechatPaymentText } from '@ce/client/payment/payment-text.ts'
import { useWechatPay } from '@ce/client/payment/use-wechat-pay.ts'
import { Button } from '@ce/ui/Button.tsx'
import card from '../../components/card.module.css'
import classes from './PaySheet.module.css'
import { usePrepareReturn } from './payment-ways.ts'

interface InWechatProps {
  orderNo: string
  ask: () => void
  toCode: () => void
  switching: boolean
}

/** WeChat's own result is only a hint, so the page shows the server's payment state. */
export function WechatPayment({ orderNo, ask, toCode, switching }: InWechatProps) {
  const { phase, go } = useWechatPay(orderNo, ask, usePrepareReturn(orderNo))
  const { how, act } = wechatPaymentText[phase]
  const busy = phase === 'opening' || phase === 'paying'
  const warned = phase === 'failed'
  return (
    <>
      <p aria-live="polite" className={warned ? `${card.warning} ${classes.words}` : undefined}>
        {how}
      </p>
      <div className={classes.ways}>
        {act && (
          <Button busy={busy} disabled={switching} onClick={go}>
            {act}
          </Button>
        )}
        <Button kind="text" busy={switching} disabled={busy} onClick={toCode}>
          {otherPhonePaymentText.toCode}
        </Button>
      </div>
    </>
  )
}
