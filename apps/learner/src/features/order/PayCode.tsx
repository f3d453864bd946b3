import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { savingSteps, scannerOf } from '@ce/client/payment/payment-text.ts'
import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { Button } from '@ce/ui/Button.tsx'
import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import card from '../../components/card.module.css'
import classes from './PaySheet.module.css'

/** large enough to be read from a photo album */
const side = 600

/** An order's QR as a picture one can keep, and how the phone it stands on pays with it. */
export function PayCode({ order, url }: { order: PayableOrder; url: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<string>()
  const app = scannerOf(order.payType)
  // a picture, not a canvas: a long press can keep it, also where pages may not save files
  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas is drawn anew for another address
  useEffect(() => setPicture(canvas.current?.toDataURL('image/png')), [url])
  return (
    <>
      <QRCodeCanvas ref={canvas} value={url} size={side} marginSize={4} hidden />
      {picture && <img className={classes.code} src={picture} alt="支付二维码" />}
      <Button
        kind="quiet"
        disabled={!picture}
        onClick={() => picture && savePicture(picture, `支付二维码-${order.orderNo}.png`)}
      >
        保存二维码
      </Button>
      <ol className={classes.how}>
        {savingSteps(app).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={card.quiet}>
        {`${app}提示不能从相册识别时，请在电脑上登录，打开“我的订单”，再用手机扫码支付。`}
      </p>
    </>
  )
}

/** Offers a picture to the phone's own sheet, where it can go to the album; without one it is saved as a file. */
async function savePicture(dataUrl: string, name: string): Promise<void> {
  const file = new File([bytesOf(dataUrl.slice(dataUrl.indexOf(',') + 1))], name, {
    type: 'image/png',
  })
  if (!navigator.canShare?.({ files: [file] })) return saveAs(file, name)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // somebody closed the sheet: that is an answer
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveAs(file, name)
  }
}
