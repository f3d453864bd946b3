import type { SimulatedChannelBook, SimulatedTrade } from '../book.ts'
import { renderPayerPage, renderSimulatorPage } from '../page.ts'

/** The visit of a browser to the payment page. */
export interface H5Visit {
  method: string
  target: string
  /** Address of the page that links to the payment page. */
  referer: string | undefined
  body: string
}

/** Path of the page on which a phone browser pays an order. */
export function h5Path(trade: SimulatedTrade): string {
  return `/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${trade.codeUrl}&package=${trade.pageUntil % 1_000_000}`
}

/** The payment page needs a referer and a fresh address, and returns only to the sender's `redirect_url`. */
export function answerH5Page(
  book: SimulatedChannelBook,
  visit: H5Visit,
): { paid?: string } & ({ page: string } | { backTo: string }) {
  const query = new URL(visit.target, 'http://localhost').searchParams
  const backTo = query.get('redirect_url') ?? ''
  const trade = book.findPage(query.get('prepay_id'))
  if (!trade || trade.pageUntil <= book.now()) return said('支付请求已失效，请重新发起支付')
  if (visit.method === 'POST') {
    const action = new URLSearchParams(visit.body).get('action')
    const open = trade.state === 'NOTPAY' || trade.state === 'PAYERROR'
    if (action === 'pay' && open) book.pay(trade.outTradeNo)
    if (action === 'fail' && open) book.pay(trade.outTradeNo, { succeeds: false })
    const paid = action === 'pay' && open ? { paid: trade.outTradeNo } : {}
    return { ...paid, backTo: backTo || '/' }
  }
  if (!visit.referer) return said('商家参数格式有误，请联系商家解决')
  if (backTo && URL.parse(backTo)?.origin !== URL.parse(visit.referer)?.origin)
    return said('商家存在未配置的参数，请联系商家解决')
  if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return said('该订单已支付')
  if (trade.state === 'CLOSED') return said('订单已关闭，请返回商家重新下单')
  return { page: document(renderPayerPage(trade, '微信')) }
}

const said = (words: string) => ({ page: document(`<p role="alert">${words}</p>`) })
const document = (content: string) => renderSimulatorPage('模拟微信支付', content)
