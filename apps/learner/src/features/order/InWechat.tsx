import { otherPhoneWords, wechatWords } from '@ce/client/payment/payment-text.ts'
import { useWechatPay } from '@ce/client/payment/use-wechat-pay.ts'
import { Button } from '@ce/ui/Button.tsx'
import card from '../../components/card.module.css'
import classes from './PaySheet.module.css'
import { useWayBack } from './pay-way.ts'

interface InWechatProps {
  orderNo: string
  /** has the server ask the channel how the order stands */
  ask: () => void
  toCode: () => void
  /** on the way to the QR */
  switching: boolean
}

/** Paying inside WeChat, by WeChat itself: what it says of a payment is a hint, what the server says is shown above. */
export function InWechat({ orderNo, ask, toCode, switching }: InWechatProps) {
  const { phase, go } = useWechatPay(orderNo, ask, useWayBack(orderNo))
  const { how, act } = wechatWords[phase]
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
          {otherPhoneWords.toCode}
        </Button>
      </div>
    </>
  )
}
