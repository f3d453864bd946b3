import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Refused } from '../book.ts'
import { notifyScan, type Simulator, takeFault } from '../control.ts'
import { send } from '../message.ts'
import { cashierPage, documentOf } from '../page.ts'
import {
  answer,
  callOf,
  certificateMethod,
  certificateOf,
  requireMerchant,
  subCodeOf,
} from './api.ts'
import { billFile } from './bill.ts'
import { signedBy } from './keys.ts'
import { tradeNotice } from './messages.ts'

/** One door for all calls, and every answer is a 200. */
export async function callAlipay(
  simulator: Simulator,
  request: { target: string; body: string },
  response: ServerResponse,
): Promise<void> {
  const { keys, book } = simulator.alipay
  const form = parametersOf(request)
  const method = form.get('method') ?? ''
  const fault = takeFault(simulator, 'ALIPAY', callOf(method))
  if (fault?.kind === 'ERROR') return void response.writeHead(502).end('<html>Bad Gateway</html>')
  if (fault?.kind === 'DENIED') return deny(response, method)
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const say = (content: object) => {
    if (fault?.kind === 'LOST') return void response.destroy()
    // as there: slashes are escaped, and the signature covers the text as it is sent
    const text = JSON.stringify(content).replaceAll('/', '\\/')
    const certified = form.has('app_cert_sn')
    const sign = signedBy(keys, text, { forged: fault?.kind === 'UNSIGNED', certified })
    const sn = certified ? `,"alipay_cert_sn":"${keys.authority.signing.at(-1)?.sn}"` : ''
    const sent = fault?.kind === 'CHANGED' ? text.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS') : text
    const name = `${method.replaceAll('.', '_')}_response`
    const date = new Date(book.now()).toUTCString()
    response.writeHead(200, { 'content-type': 'text/html;charset=utf-8', date })
    response.end(`{"${name}":${sent},"sign":"${sign}"${sn}}`)
  }
  try {
    requireMerchant(keys, book, form)
    if (fault?.kind === 'BUSY')
      return say({
        code: '20000',
        msg: 'Service Currently Unavailable',
        sub_code: 'isp.unknow-error',
      })
    say(form.get('method') === certificateMethod ? certificateOf(keys, form) : answer(book, form))
    if (callOf(method) === 'refund') notifyRefund(simulator, form)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 200) return refuseAtDoor(response, error.code, book.now())
    say({
      code: '40004',
      msg: 'Business Failed',
      sub_code: subCodeOf(error.code),
      sub_msg: '模拟的拒绝',
    })
  }
}

/** Parameters may stand in the address, too. */
function parametersOf({ target, body }: { target: string; body: string }): URLSearchParams {
  const form = new URL(target, 'http://localhost').searchParams
  for (const [name, value] of new URLSearchParams(body)) form.set(name, value)
  return form
}

/** Who is not known is answered without a signature. */
function refuseAtDoor(response: ServerResponse, code: string, now: number): void {
  const content = { code: '40002', msg: 'Invalid Arguments', sub_code: code }
  const date = new Date(now).toUTCString()
  response.writeHead(200, { 'content-type': 'text/html;charset=utf-8', date })
  response.end(JSON.stringify({ error_response: content }))
}

/** What anybody between the portal and the channel could answer. */
function deny(response: ServerResponse, method: string): void {
  const content = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' }
  response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' })
  response.end(JSON.stringify({ [`${method.replaceAll('.', '_')}_response`]: content }))
}

/** By a developer's hand a refund is told of, as a payment is. */
function notifyRefund({ alipay, sending }: Simulator, form: URLSearchParams): void {
  if (sending.mode === 'NEVER') return
  const { out_request_no } = JSON.parse(form.get('biz_content') ?? '{}')
  const refund = alipay.book.refunds.get(out_request_no)
  const trade = refund && alipay.book.trades.get(refund.outTradeNo)
  if (!refund || !trade || refund.status !== 'SUCCESS') return
  const once = () => void send(tradeNotice(alipay, trade, {}, refund), 'success')
  setTimeout(once, sending.ms).unref()
}

export function giveBill(simulator: Simulator, target: string, response: ServerResponse): void {
  const day = new URL(target, 'http://localhost').searchParams.get('day') ?? ''
  const whole = billFile(simulator.alipay.book, day)
  const cut = takeFault(simulator, 'ALIPAY', 'file')?.kind === 'CUT'
  const file = cut ? whole?.subarray(0, whole.length / 2) : whole
  response.writeHead(file ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(file)
}

/** What a phone shows that reads the QR, or opens the address it holds. */
export function showQr(
  simulator: Simulator,
  visit: { method: string; target: string; body: string },
  response: ServerResponse,
): void {
  const { book } = simulator.alipay
  const trade = book.scan(book.origin + visit.target)
  const action = visit.method === 'POST' && new URLSearchParams(visit.body).get('action')
  if (trade && action === 'pay' && book.pay(trade.outTradeNo))
    notifyScan(simulator, trade.outTradeNo)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    documentOf('模拟支付宝', trade ? cashierPage(trade, '支付宝') : said('二维码不存在')),
  )
}

const said = (words: string) => `<p role="alert">${words}</p>`
