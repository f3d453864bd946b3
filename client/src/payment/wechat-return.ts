export interface WechatReturn {
  orderNo: string
  code: string
  state: string
}

export function readWechatReturnAddress(href: string): { given: WechatReturn; rest: string } | null {
  const url = new URL(href)
  const [orderNo, code, state] = ['pay', 'code', 'state'].map((name) => url.searchParams.get(name))
  if (!orderNo || !code || !state) return null
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  // Leave out the hash, because WeChat's sign-in adds #wechat_redirect to the address.
  return { given: { orderNo, code, state }, rest: url.pathname + url.search }
}

let kept: WechatReturn | null = null

/** Takes the secret sign-in code out of the page's address and remembers it, before anything else reads the address. */
export function storeWechatReturn(): void {
  const back = readWechatReturnAddress(location.href)
  if (!back) return
  kept = back.given
  history.replaceState(history.state, '', back.rest)
}

export const isReturnFromWechat = (orderNo: string | null): boolean => kept !== null && kept.orderNo === orderNo

/** Returns the data of a return from WeChat's sign-in once, then forgets them. */
export function readWechatReturn(orderNo: string): WechatReturn | null {
  const mine = kept
  if (mine?.orderNo !== orderNo) return null
  kept = null
  return mine
}
