import { useOpenPayment } from '@ce/client/order.ts'
import { isInWechat, openPaymentPage } from '@ce/client/payment/in-browser.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { paymentCodeLink } from '@ce/client/payment/payment-link.ts'
import {
  alipayPaymentText,
  browserPaymentText,
  demoCashierLinkLabel,
  demoCashierText,
  newPaymentCodeLabel,
  noPaymentCodeText,
  otherPhonePaymentText,
  renewPaymentCodeLabel,
} from '@ce/client/payment/payment-text.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { PaymentCode } from './PaymentCode.tsx'
import classes from './PaySheet.module.css'
import { type PhonePaymentWay, usePaymentCode, usePrepareReturn } from './payment-ways.ts'
import { WechatPayment } from './WechatPayment.tsx'

interface PhoneWaysProps {
  order: PayableOrder
  way: PhonePaymentWay
  /** True if the student has been in the payment channel's app and may have paid. */
  returned: boolean
  ask: () => void
}

/** Opens the payment channel's app, or shows a QR code if the app cannot be opened. */
export function PhonePayment({ order, way, returned, ask }: PhoneWaysProps) {
  const [byCode, setByCode] = useState(false)
  const code = usePaymentCode(order)
  const toCode = () => code.renew().then(() => setByCode(true))
  const switching = code.renewing
  if (way === 'BROWSER' && !byCode) return <InBrowser {...{ order, returned, ask, toCode, switching }} />
  if (way === 'BRIDGE' && !byCode) return <WechatPayment orderNo={order.orderNo} {...{ ask, toCode, switching }} />
  return (
    <>
      {way === 'WECHAT' && <p className={`${card.warning} ${classes.words}`}>{browserPaymentText.inWechat}</p>}
      {way === 'BRIDGE' && <p>{otherPhonePaymentText.how}</p>}
      <ByCode order={{ ...order, codeUrl: code.codeUrl }} renew={code.renew} busy={code.renewing} />
      {(way === 'BROWSER' || way === 'BRIDGE') && (
        <Button kind="text" onClick={() => setByCode(false)}>
          {way === 'BRIDGE' ? otherPhonePaymentText.fromCode : browserPaymentText.fromCode}
        </Button>
      )}
    </>
  )
}

interface InBrowserProps extends Omit<PhoneWaysProps, 'way'> {
  toCode: () => void
  switching: boolean
}

function InBrowser({ order, returned, ask, toCode, switching }: InBrowserProps) {
  const leaveWayBack = usePrepareReturn(order.orderNo)
  const { mutateAsync, isPending } = useOpenPayment()
  const go = async () => {
    const { address } = await mutateAsync({ orderNo: order.orderNo, kind: 'H5' })
    if (!address) return ask()
    await leaveWayBack()
    openPaymentPage(address)
  }
  return (
    <>
      <p className={returned ? `${card.note} ${classes.words}` : undefined}>
        {returned ? browserPaymentText.back : browserPaymentText.how}
      </p>
      <div className={classes.ways}>
        <Button
          kind={returned ? 'quiet' : 'primary'}
          busy={isPending}
          disabled={switching}
          // Ignore the error here, because it has already been shown.
          onClick={() => go().catch(() => undefined)}
        >
          {returned ? browserPaymentText.again : browserPaymentText.pay}
        </Button>
        <Button kind="text" busy={switching} disabled={isPending} onClick={toCode}>
          {browserPaymentText.toCode}
        </Button>
      </div>
    </>
  )
}

interface ByCodeProps {
  order: PayableOrder
  renew: () => void
  busy: boolean
}

function ByCode({ order, renew, busy }: ByCodeProps) {
  const { codeUrl } = order
  if (codeUrl === null)
    return (
      <>
        <p className={card.warning}>{noPaymentCodeText('我的订单')}</p>
        <Button kind="quiet" busy={busy} onClick={renew}>
          {newPaymentCodeLabel}
        </Button>
      </>
    )
  return (
    <>
      {order.payType === 'DEMO' && (
        <>
          <p>{demoCashierText}</p>
          <a className={buttonClass()} href={codeUrl} target="_blank" rel="noopener">
            {demoCashierLinkLabel}
          </a>
        </>
      )}
      {order.payType === 'ALIPAY' && <ByAlipay order={order} />}
      <PaymentCode order={order} url={codeUrl} />
      {order.payType !== 'DEMO' && (
        <Button kind="text" busy={busy} onClick={renew}>
          {renewPaymentCodeLabel}
        </Button>
      )}
    </>
  )
}

/** From a browser, Alipay's app opens by the address in its QR code; WeChat's app does not. */
function ByAlipay({ order }: { order: PayableOrder }) {
  const link = paymentCodeLink(order, navigator.userAgent)
  if (link)
    return (
      <>
        <p>{alipayPaymentText.how}</p>
        <div className={classes.ways}>
          <a className={buttonClass()} href={link} target="_blank" rel="noopener">
            {alipayPaymentText.open}
          </a>
        </div>
      </>
    )
  if (!isInWechat(navigator.userAgent)) return null
  return <p className={`${card.warning} ${classes.words}`}>{alipayPaymentText.inWechat}</p>
}
