import { useOpenPayment } from '@ce/client/order.ts'
import { isInWechat, paysInWechat } from '@ce/client/payment/in-browser.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { prepareToLeave } from '@ce/ui/layer-history.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/**
 * How a phone pays best. BRIDGE: inside WeChat, by WeChat itself · BROWSER: the channel's app is opened from this browser ·
 * WECHAT: it could be, but not from inside WeChat · CODE: by the QR only.
 */
export type PayWay = 'BRIDGE' | 'BROWSER' | 'WECHAT' | 'CODE'

interface Offered {
  jsapi?: readonly string[] | undefined
  h5?: readonly string[] | undefined
}

/** @param offered the ways that the server has for each pay type; undefined: it could not be asked */
export function payWay(payType: string, offered: Offered | undefined): PayWay {
  if (offered?.jsapi?.includes(payType) && paysInWechat(navigator.userAgent)) return 'BRIDGE'
  if (!offered?.h5?.includes(payType)) return 'CODE'
  return isInWechat(navigator.userAgent) ? 'WECHAT' : 'BROWSER'
}

/** What an order's QR holds; `renew` opens it where there is none, or another way to pay has taken its place. */
export function usePayCode({ orderNo, codeUrl }: PayableOrder) {
  const [opened, setOpened] = useState<string | null>(null)
  const { mutateAsync, isPending } = useOpenPayment()
  const renew = () =>
    mutateAsync({ orderNo, kind: 'NATIVE' }).then(
      ({ address }) => setOpened(address),
      () => undefined, // the refusal has been shown
    )
  return { codeUrl: opened ?? codeUrl, renew, renewing: isPending }
}

/** Before the channel's page is opened: the way back, by the browser's own button too, leads to this order. */
export function useWayBack(orderNo: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate(paths.payOrder(orderNo), { replace: true })
    await prepareToLeave()
  }
}
