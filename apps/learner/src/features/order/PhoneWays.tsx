import { useOpenPayment } from '@ce/client/order.ts'
import { codeLink } from '@ce/client/payment/code-link.ts'
import { goToPay, isInWechat } from '@ce/client/payment/in-browser.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import {
  alipayWords,
  browserWords,
  demoLink,
  demoWords,
  newCodeWords,
  noCodeWords,
  otherPhoneWords,
  renewCodeWords,
} from '@ce/client/payment/payment-text.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { InWechat } from './InWechat.tsx'
import { PayCode } from './PayCode.tsx'
import classes from './PaySheet.module.css'
import { type PayWay, usePayCode, useWayBack } from './pay-way.ts'

interface PhoneWaysProps {
  order: PayableOrder
  way: PayWay
  /** somebody has been to the channel's app and may have paid there */
  returned: boolean
  /** asks how the order stands */
  ask: () => void
}

/** How an order is paid on the phone one sees it on: in the channel's app where it can be opened, else by the QR. */
export function PhoneWays({ order, way, returned, ask }: PhoneWaysProps) {
  const [byCode, setByCode] = useState(false)
  const code = usePayCode(order)
  const toCode = () => code.renew().then(() => setByCode(true))
  const switching = code.renewing
  if (way === 'BROWSER' && !byCode)
    return <InBrowser {...{ order, returned, ask, toCode, switching }} />
  if (way === 'BRIDGE' && !byCode)
    return <InWechat orderNo={order.orderNo} {...{ ask, toCode, switching }} />
  return (
    <>
      {way === 'WECHAT' && (
        <p className={`${card.warning} ${classes.words}`}>{browserWords.inWechat}</p>
      )}
      {way === 'BRIDGE' && <p>{otherPhoneWords.how}</p>}
      <ByCode order={{ ...order, codeUrl: code.codeUrl }} renew={code.renew} busy={code.renewing} />
      {(way === 'BROWSER' || way === 'BRIDGE') && (
        <Button kind="text" onClick={() => setByCode(false)}>
          {way === 'BRIDGE' ? otherPhoneWords.fromCode : browserWords.fromCode}
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
  const leaveWayBack = useWayBack(order.orderNo)
  const { mutateAsync, isPending } = useOpenPayment()
  const go = async () => {
    const { address } = await mutateAsync({ orderNo: order.orderNo, kind: 'H5' })
    if (!address) return ask()
    await leaveWayBack()
    goToPay(address)
  }
  return (
    <>
      <p className={returned ? `${card.note} ${classes.words}` : undefined}>
        {returned ? browserWords.back : browserWords.how}
      </p>
      <div className={classes.ways}>
        <Button
          kind={returned ? 'quiet' : 'primary'}
          busy={isPending}
          disabled={switching}
          // a refusal has been shown by the time it gets back
          onClick={() => go().catch(() => undefined)}
        >
          {returned ? browserWords.again : browserWords.pay}
        </Button>
        <Button kind="text" busy={switching} disabled={isPending} onClick={toCode}>
          {browserWords.toCode}
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
        <p className={card.warning}>{noCodeWords('我的订单')}</p>
        <Button kind="quiet" busy={busy} onClick={renew}>
          {newCodeWords}
        </Button>
      </>
    )
  return (
    <>
      {order.payType === 'DEMO' && (
        <>
          <p>{demoWords}</p>
          <a className={buttonClass()} href={codeUrl} target="_blank" rel="noopener">
            {demoLink}
          </a>
        </>
      )}
      {order.payType === 'ALIPAY' && <ByAlipay order={order} />}
      <PayCode order={order} url={codeUrl} />
      {order.payType !== 'DEMO' && (
        <Button kind="text" busy={busy} onClick={renew}>
          {renewCodeWords}
        </Button>
      )}
    </>
  )
}

/** Alipay's app takes the QR's address from the phone's browser; WeChat opens no such address. */
function ByAlipay({ order }: { order: PayableOrder }) {
  const link = codeLink(order, navigator.userAgent)
  if (link)
    return (
      <>
        <p>{alipayWords.how}</p>
        <div className={classes.ways}>
          <a className={buttonClass()} href={link} target="_blank" rel="noopener">
            {alipayWords.open}
          </a>
        </div>
      </>
    )
  if (!isInWechat(navigator.userAgent)) return null
  return <p className={`${card.warning} ${classes.words}`}>{alipayWords.inWechat}</p>
}
