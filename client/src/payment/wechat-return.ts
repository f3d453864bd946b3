/** What WeChat's sign-in sent the browser back with, to an order's page. */
export interface WechatReturn {
  orderNo: string
  code: string
  state: string
}

/** Takes it out of an address; null: there is none. */
export function splitReturn(href: string): { given: WechatReturn; rest: string } | null {
  const url = new URL(href)
  const [orderNo, code, state] = ['pay', 'code', 'state'].map((name) => url.searchParams.get(name))
  if (!orderNo || !code || !state) return null
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  // the sign-in leaves a mark behind the address, too: #wechat_redirect
  return { given: { orderNo, code, state }, rest: url.pathname + url.search }
}

let kept: WechatReturn | null = null

/**
 * At the start of an app, before anything else reads the address: a code is nobody's business, neither a login page's that
 * remembers where one came from nor the next page's that is told. It stays in memory, for the order's page.
 */
export function keepWechatReturn(): void {
  const back = splitReturn(location.href)
  if (!back) return
  kept = back.given
  history.replaceState(history.state, '', back.rest)
}

/** Whether one has just come back from WeChat's sign-in to this order. */
export const cameFromWechat = (orderNo: string | null): boolean =>
  kept !== null && kept.orderNo === orderNo

/** Hands it out, once. */
export function takeWechatReturn(orderNo: string): WechatReturn | null {
  const mine = kept
  if (mine?.orderNo !== orderNo) return null
  kept = null
  return mine
}
