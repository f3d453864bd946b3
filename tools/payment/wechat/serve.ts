import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Refused } from '../book.ts'
import { notifyScan, type Simulator, takeFault } from '../control.ts'
import { send } from '../message.ts'
import { answer, callOf } from './api.ts'
import { answerPage, type Visit } from './h5-page.ts'
import { signed } from './keys.ts'
import { refundMessage } from './messages.ts'
import { authorize, tell } from './official-account.ts'

/** What a phone's browser is shown, or where it is sent back to. */
export function showPage(simulator: Simulator, visit: Visit, response: ServerResponse): void {
  const shown = answerPage(simulator.wechat.book, visit)
  if (shown.paid) notifyScan(simulator, shown.paid)
  if ('backTo' in shown) response.writeHead(303, { location: shown.backTo }).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.page)
}

/** Names a browser's user to the page it came from, and then to that page's server. */
export async function signIn(
  simulator: Simulator,
  target: string,
  response: ServerResponse,
): Promise<void> {
  const { account, book, keys } = simulator.wechat
  if (!target.startsWith('/sns/')) {
    const back = authorize(account, target, book.now())
    if (back) response.writeHead(302, { location: back }).end()
    else response.writeHead(400).end()
    return
  }
  const fault = takeFault(simulator, 'WECHAT', 'payer')
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const said = JSON.stringify(tell(account, keys, target, book.now()))
  if (fault?.kind === 'LOST') return void response.destroy()
  // the system is busy: its answer is a 200, too
  const busy = fault?.kind === 'BUSY' && JSON.stringify({ errcode: -1, errmsg: 'system error' })
  response.writeHead(fault?.kind === 'ERROR' ? 500 : 200, { 'content-type': 'text/plain' })
  response.end(busy || said)
}

export async function callApi(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request
  const fault = takeFault(simulator, 'WECHAT', callOf(method, target))
  if (fault?.kind === 'ERROR') return reply(simulator, response, 500, { code: 'SYSTEM_ERROR' })
  if (fault?.kind === 'BUSY') return reply(simulator, response, 429, { code: 'FREQUENCY_LIMITED' })
  if (fault?.kind === 'DENIED') return deny(response)
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const origin = `http://${headers.host}`
  const { keys, book } = simulator.wechat
  try {
    const given = answer(keys, book, { method, target, headers, body, origin })
    if (callOf(method, target) === 'refund') notifyRefund(simulator, body)
    if (fault?.kind === 'LOST') return void response.destroy()
    if (typeof given === 'string')
      return void response.end(
        fault?.kind === 'CUT' ? given.slice(0, Math.floor(given.length / 2)) : given,
      )
    reply(simulator, response, given ? 200 : 204, given, fault?.kind === 'UNSIGNED')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (fault?.kind === 'LOST') return void response.destroy()
    const content = { code: error.code, message: '模拟的拒绝' }
    reply(simulator, response, error.status, content, fault?.kind === 'UNSIGNED')
  }
}

function reply(
  { wechat: { keys, book } }: Simulator,
  response: ServerResponse,
  status: number,
  content: object | null,
  forged = false,
): void {
  const body = content ? JSON.stringify(content) : ''
  const headers = {
    'content-type': 'application/json',
    date: new Date(book.now()).toUTCString(),
    ...signed(keys, body, new Date(book.now()), forged),
  }
  response.writeHead(status, headers).end(body)
}

/** What anybody between the portal and the channel could answer. */
function deny(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 'ORDER_NOT_EXIST', message: '订单不存在' }))
}

/** By a developer's hand a refund is told of, as a payment is. */
function notifyRefund({ wechat, sending }: Simulator, body: string): void {
  const { keys, book } = wechat
  if (sending.mode === 'NEVER') return
  const refund = book.refunds.get(JSON.parse(body).out_refund_no)
  if (refund && refund.status !== 'PROCESSING')
    setTimeout(() => void send(refundMessage(keys, refund, book.now()), null), sending.ms).unref()
}
