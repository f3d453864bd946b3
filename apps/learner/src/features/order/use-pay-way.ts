import { payTypesQuery } from '@ce/client/order.ts'
import { isInWechat, paysInWechat } from '@ce/client/payment/in-browser.ts'
import { useQuery } from '@tanstack/react-query'

/**
 * How an order of a pay type is best paid here. BRIDGE: inside WeChat, by WeChat itself · BROWSER: the channel's app is
 * opened from this browser · WECHAT: it could be, but not from inside WeChat · CODE: by the QR only. Undefined: not known yet.
 */
export function usePayWay(payType: string): 'BRIDGE' | 'BROWSER' | 'WECHAT' | 'CODE' | undefined {
  const { data, isPending } = useQuery(payTypesQuery())
  if (isPending) return undefined
  const offered = (list?: readonly string[]) => list?.includes(payType) ?? false
  if (offered(data?.jsapi) && paysInWechat(navigator.userAgent)) return 'BRIDGE'
  if (!offered(data?.h5)) return 'CODE'
  return isInWechat(navigator.userAgent) ? 'WECHAT' : 'BROWSER'
}
