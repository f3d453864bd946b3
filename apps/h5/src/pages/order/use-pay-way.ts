import { payTypesQuery } from '@ce/client/order.ts'
import { isInWechat } from '@ce/client/payment/in-browser.ts'
import { useQuery } from '@tanstack/react-query'

/**
 * How an order of a pay type is best paid here. BROWSER: the channel's app is opened from this browser · WECHAT: it could
 * be, but not from inside WeChat itself · CODE: by the QR only. Undefined: not known yet.
 */
export function usePayWay(payType: string): 'BROWSER' | 'WECHAT' | 'CODE' | undefined {
  const { data, isPending } = useQuery(payTypesQuery())
  if (isPending) return undefined
  if (!data?.h5.some((offered) => offered === payType)) return 'CODE'
  return isInWechat(navigator.userAgent) ? 'WECHAT' : 'BROWSER'
}
