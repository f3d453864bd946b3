import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { SimulatedChannelRefusal } from '../book.ts'
import { notifyAfterScan, type PaymentSimulator, takeChannelFault } from '../control.ts'
import { sendNotification } from '../message.ts'
import { renderPayerPage, renderSimulatorPage } from '../page.ts'
import {
  alipayCallName,
  alipaySubCode,
  answerAlipayCall,
  answerCertificateDownload,
  certificateDownloadMethod,
  requireAlipayMerchant,
} from './api.ts'
import { buildAlipayBillFile } from './bill.ts'
import { signAsAlipay } from './keys.ts'
import { buildAlipayNotification } from './messages.ts'

/** Serves Alipay's API: all calls share one address, and every response has status 200. */
export async function serveAlipayCall(
  simulator: PaymentSimulator,
  request: { target: string; body: string },
  response: ServerResponse,
): Promise<void> {
  const { keys, book } = simulator.alipay
  const form = parametersOf(request)
  const method = form.get('method') ?? ''
  const fault = takeChannelFault(simulator, 'ALIPAY', alipayCallName(method))
  if (fault?.kind === 'ERROR') return void response.writeHead(502).end('<html>Bad Gateway</html>')
  if (fault?.kind === 'DENIED') return deny(response, method)
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const say = (content: object) => {
    if (fault?.kind === 'LOST') return void response.destroy()
    const text = JSON.stringify(content).replaceAll('/', '\\/')
    const certified = form.has('app_cert_sn')
    const sign = signAsAlipay(keys, text, { forged: fault?.kind === 'UNSIGNED', certified })
    const sn = certified ? `,"alipay_cert_sn":"${keys.authority.signing.at(-1)?.sn}"` : ''
    const sent = fault?.kind === 'CHANGED' ? text.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS') : text
    const name = `${method.replaceAll('.', '_')}_response`
    const date = new Date(book.now()).toUTCString()
    response.writeHead(200, { 'content-type': 'text/html;charset=utf-8', date })
    response.end(`{"${name}":${sent},"sign":"${sign}"${sn}}`)
  }
  try {
    requireAlipayMerchant(keys, book, form)
    if (fault?.kind === 'BUSY')
      return say({
        code: '20000',
        msg: 'Service Currently Unavailable',
        sub_code: 'isp.unknow-error',
      })
    say(
      form.get('method') === certificateDownloadMethod
        ? answerCertificateDownload(keys, form)
        : answerAlipayCall(book, form),
    )
    if (alipayCallName(method) === 'refund') notifyRefund(simulator, form)
  } catch (error) {
    if (!(error instanceof SimulatedChannelRefusal)) throw error
    if (error.status === 200) return refuseAtDoor(response, error.code, book.now())
    say({
      code: '40004',
      msg: 'Business Failed',
      sub_code: alipaySubCode(error.code),
      sub_msg: '模拟的拒绝',
    })
  }
}

/** A call's parameters may also stand in the address. */
function parametersOf({ target, body }: { target: string; body: string }): URLSearchParams {
  const form = new URL(target, 'http://localhost').searchParams
  for (const [name, value] of new URLSearchParams(body)) form.set(name, value)
  return form
}

/** A caller that Alipay does not know gets an unsigned response. */
function refuseAtDoor(response: ServerResponse, code: string, now: number): void {
  const content = { code: '40002', msg: 'Invalid Arguments', sub_code: code }
  const date = new Date(now).toUTCString()
  response.writeHead(200, { 'content-type': 'text/html;charset=utf-8', date })
  response.end(JSON.stringify({ error_response: content }))
}

/** Sends an unsigned refusal, as anybody between the portal and the channel could. */
function deny(response: ServerResponse, method: string): void {
  const content = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' }
  response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' })
  response.end(JSON.stringify({ [`${method.replaceAll('.', '_')}_response`]: content }))
}

function notifyRefund({ alipay, sending }: PaymentSimulator, form: URLSearchParams): void {
  if (sending.mode === 'NEVER') return
  const { out_request_no } = JSON.parse(form.get('biz_content') ?? '{}')
  const refund = alipay.book.refunds.get(out_request_no)
  const trade = refund && alipay.book.trades.get(refund.outTradeNo)
  if (!refund || !trade || refund.status !== 'SUCCESS') return
  const once = () => void sendNotification(buildAlipayNotification(alipay, trade, {}, refund), 'success')
  setTimeout(once, sending.ms).unref()
}

export function serveAlipayBill(simulator: PaymentSimulator, target: string, response: ServerResponse): void {
  const day = new URL(target, 'http://localhost').searchParams.get('day') ?? ''
  const whole = buildAlipayBillFile(simulator.alipay.book, day)
  const cut = takeChannelFault(simulator, 'ALIPAY', 'file')?.kind === 'CUT'
  const file = cut ? whole?.subarray(0, whole.length / 2) : whole
  response.writeHead(file ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(file)
}

/** Serves the page that a phone opens after scanning a QR code. */
export function serveQrPage(
  simulator: PaymentSimulator,
  visit: { method: string; target: string; body: string },
  response: ServerResponse,
): void {
  const { book } = simulator.alipay
  const trade = book.scan(book.origin + visit.target)
  const action = visit.method === 'POST' && new URLSearchParams(visit.body).get('action')
  if (trade && action === 'pay' && book.pay(trade.outTradeNo)) notifyAfterScan(simulator, trade.outTradeNo)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(renderSimulatorPage('模拟支付宝', trade ? renderPayerPage(trade, '支付宝') : said('二维码不存在')))
}

const said = (words: string) => `<p role="alert">${words}</p>`
