import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { payTypeScannerName, savedPaymentCodeSteps } from '@ce/client/payment/payment-text.ts'
import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { Button } from '@ce/ui/Button.tsx'
import { renderQr } from '@ce/ui/QrCode.tsx'
import { useEffect, useState } from 'react'
import card from '../../components/card.module.css'
import classes from './PaySheet.module.css'

/** Pixels: at this size apps can scan the QR code from a photo album. */
const side = 600

export function PaymentCode({ order, url }: { order: PayableOrder; url: string }) {
  const [picture, setPicture] = useState<string>()
  const app = payTypeScannerName(order.payType)
  // Use an image instead of a canvas, because every browser saves an image by a long press.
  useEffect(() => setPicture(renderQr(url, side, 4).toDataURL('image/png')), [url])
  return (
    <>
      {picture && <img className={classes.code} src={picture} alt="支付二维码" />}
      <Button
        kind="quiet"
        disabled={!picture}
        onClick={() => picture && savePicture(picture, `支付二维码-${order.orderNo}.png`)}
      >
        保存二维码
      </Button>
      <ol className={classes.how}>
        {savedPaymentCodeSteps(app).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={card.quiet}>{`${app}提示不能从相册识别时，请在电脑上登录，打开“我的订单”，再用手机扫码支付。`}</p>
    </>
  )
}

/** Shares the picture, or saves it as a file where sharing is not supported. */
async function savePicture(dataUrl: string, name: string): Promise<void> {
  const file = new File([decodeBase64(dataUrl.slice(dataUrl.indexOf(',') + 1))], name, {
    type: 'image/png',
  })
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file, name)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // Closing the share sheet is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file, name)
  }
}
