import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { SimulatedChannelRefusal } from '../book.ts'
import { notifyAfterScan, type PaymentSimulator, takeChannelFault } from '../control.ts'
import { sendNotification } from '../message.ts'
import { answerWechatCall, wechatCallName } from './api.ts'
import { answerH5Page, type H5Visit } from './h5-page.ts'
import { signAsWechat } from './keys.ts'
import { buildWechatRefundNotification } from './messages.ts'
import { answerWechatCodeExchange, authorizeWechatPayer } from './official-account.ts'

export function serveH5Page(simulator: PaymentSimulator, visit: H5Visit, response: ServerResponse): void {
  const shown = answerH5Page(simulator.wechat.book, visit)
  if (shown.paid) notifyAfterScan(simulator, shown.paid)
  if ('backTo' in shown) response.writeHead(303, { location: shown.backTo }).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.page)
}

/** Serves the calls that tell the portal which WeChat user the browser has. */
export async function serveOfficialAccount(
  simulator: PaymentSimulator,
  target: string,
  response: ServerResponse,
): Promise<void> {
  const { account, book, keys } = simulator.wechat
  if (!target.startsWith('/sns/')) {
    const back = authorizeWechatPayer(account, target, book.now())
    if (back) response.writeHead(302, { location: back }).end()
    else response.writeHead(400).end()
    return
  }
  const fault = takeChannelFault(simulator, 'WECHAT', 'payer')
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const said = JSON.stringify(answerWechatCodeExchange(account, keys, target, book.now()))
  if (fault?.kind === 'LOST') return void response.destroy()
  // WeChat's “busy” response also has status 200.
  const busy = fault?.kind === 'BUSY' && JSON.stringify({ errcode: -1, errmsg: 'system error' })
  response.writeHead(fault?.kind === 'ERROR' ? 500 : 200, { 'content-type': 'text/plain' })
  response.end(busy || said)
}

export async function serveWechatCall(
  simulator: PaymentSimulator,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request
  const fault = takeChannelFault(simulator, 'WECHAT', wechatCallName(method, target))
  if (fault?.kind === 'ERROR') return reply(simulator, response, 500, { code: 'SYSTEM_ERROR' })
  if (fault?.kind === 'BUSY') return reply(simulator, response, 429, { code: 'FREQUENCY_LIMITED' })
  if (fault?.kind === 'DENIED') return deny(response)
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const origin = `http://${headers.host}`
  const { keys, book } = simulator.wechat
  try {
    const given = answerWechatCall(keys, book, { method, target, headers, body, origin })
    if (wechatCallName(method, target) === 'refund') notifyRefund(simulator, body)
    if (fault?.kind === 'LOST') return void response.destroy()
    if (typeof given === 'string')
      return void response.end(fault?.kind === 'CUT' ? given.slice(0, Math.floor(given.length / 2)) : given)
    reply(simulator, response, given ? 200 : 204, given, fault?.kind === 'UNSIGNED')
  } catch (error) {
    if (!(error instanceof SimulatedChannelRefusal)) throw error
    if (fault?.kind === 'LOST') return void response.destroy()
    const content = { code: error.code, message: '模拟的拒绝' }
    reply(simulator, response, error.status, content, fault?.kind === 'UNSIGNED')
  }
}

function reply(
  { wechat: { keys, book } }: PaymentSimulator,
  response: ServerResponse,
  status: number,
  content: object | null,
  forged = false,
): void {
  const body = content ? JSON.stringify(content) : ''
  const headers = {
    'content-type': 'application/json',
    date: new Date(book.now()).toUTCString(),
    ...signAsWechat(keys, body, new Date(book.now()), forged),
  }
  response.writeHead(status, headers).end(body)
}

/** Sends an unsigned refusal, as anybody between the portal and the channel could. */
function deny(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 'ORDER_NOT_EXIST', message: '订单不存在' }))
}

function notifyRefund({ wechat, sending }: PaymentSimulator, body: string): void {
  const { keys, book } = wechat
  if (sending.mode === 'NEVER') return
  const refund = book.refunds.get(JSON.parse(body).out_refund_no)
  if (refund && refund.status !== 'PROCESSING')
    setTimeout(
      () => void sendNotification(buildWechatRefundNotification(keys, refund, book.now()), null),
      sending.ms,
    ).unref()
}
