import { useOpenPayment } from '@ce/client/order.ts'
import { canPayInWechat, isInWechat } from '@ce/client/payment/in-browser.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { prepareToLeave } from '@ce/ui/layer-history.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/** BRIDGE: inside WeChat · BROWSER: this browser opens the app · WECHAT: only outside WeChat · CODE: QR only. */
export type PhonePaymentWay = 'BRIDGE' | 'BROWSER' | 'WECHAT' | 'CODE'

interface Offered {
  jsapi?: readonly string[] | undefined
  h5?: readonly string[] | undefined
}

/** @param offered ways that the server offers for each pay type, undefined if unknown */
export function phonePaymentWay(payType: string, offered: Offered | undefined): PhonePaymentWay {
  if (offered?.jsapi?.includes(payType) && canPayInWechat(navigator.userAgent)) return 'BRIDGE'
  if (!offered?.h5?.includes(payType)) return 'CODE'
  return isInWechat(navigator.userAgent) ? 'WECHAT' : 'BROWSER'
}

/** `renew` gets a new payment code, for example after another way to pay replaced the old one. */
export function usePaymentCode({ orderNo, codeUrl }: PayableOrder) {
  const [opened, setOpened] = useState<string | null>(null)
  const { mutateAsync, isPending } = useOpenPayment()
  const renew = () =>
    mutateAsync({ orderNo, kind: 'NATIVE' }).then(
      ({ address }) => setOpened(address),
      () => undefined,
    )
  return { codeUrl: opened ?? codeUrl, renew, renewing: isPending }
}

/** Prepares the history, so that Back from the payment channel's page returns to this order. */
export function usePrepareReturn(orderNo: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate(paths.payOrder(orderNo), { replace: true })
    await prepareToLeave()
  }
}
