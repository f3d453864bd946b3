import type { PayableOrder } from '@ce/client/payment/payable.ts'
import {
  demoLink,
  demoWords,
  newCodeWords,
  noCodeWords,
  renewCodeWords,
  scannerOf,
} from '@ce/client/payment/payment-text.ts'
import { Button } from '@ce/ui/Button.tsx'
import { QRCodeSVG } from 'qrcode.react'
import card from '../../components/card.module.css'
import classes from './PaySheet.module.css'
import { usePayCode } from './pay-way.ts'

/** On a desk an order is paid with a phone that scans its QR. */
export function DeskWay({ order }: { order: PayableOrder }) {
  const { codeUrl, renew, renewing } = usePayCode(order)
  if (codeUrl === null)
    return (
      <>
        <p className={card.warning}>{noCodeWords('我的订单')}</p>
        <Button kind="quiet" busy={renewing} onClick={renew}>
          {newCodeWords}
        </Button>
      </>
    )
  return (
    <>
      <span className={classes.paper}>
        <QRCodeSVG value={codeUrl} size={200} marginSize={2} title="支付二维码" />
      </span>
      <p>请用{scannerOf(order.payType)}扫描二维码支付</p>
      {order.payType === 'DEMO' ? (
        <>
          <p>{demoWords}</p>
          <a href={codeUrl} target="_blank" rel="noopener">
            {demoLink}
          </a>
        </>
      ) : (
        <Button kind="text" busy={renewing} onClick={renew}>
          {renewCodeWords}
        </Button>
      )}
    </>
  )
}
