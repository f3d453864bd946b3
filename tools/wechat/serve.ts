import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answer, callOf } from './api.ts'
import { Book, Refused } from './book.ts'
import { control, notifyScan, type Simulator, send } from './control.ts'
import { answerPage, type Visit } from './h5-page.ts'
import { openKeys, signed } from './keys.ts'
import { refundMessage } from './messages.ts'
import { authorize, OfficialAccount, tell } from './official-account.ts'
import { scanPage } from './page.ts'

/** Serves the simulator on a port of this machine. @param folder its keys, and its book from one run to the next */
export async function serveSimulator(folder: string, port: number) {
  const keys = openKeys(folder)
  const simulator: Simulator = {
    keys,
    book: readBook(folder),
    account: new OfficialAccount(),
    faults: [],
    sending: { mode: 'ONCE', ms: 0 },
  }
  const server = createServer((request, response) => {
    void respond(simulator, request, response).catch((error) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  const close = () => {
    const { trades, refunds } = simulator.book
    writeFileSync(bookFile(folder), JSON.stringify({ trades: [...trades], refunds: [...refunds] }))
    server.close()
  }
  const hosts = { WECHAT_BASE_URL: url, WECHAT_OPEN_URL: url, WECHAT_API_URL: url }
  return { url, env: { ...keys.env, ...hosts }, close }
}

const bookFile = (folder: string) => join(folder, 'book.json')

function readBook(folder: string): Book {
  const book = new Book()
  if (!existsSync(bookFile(folder))) return book
  const { trades, refunds } = JSON.parse(readFileSync(bookFile(folder), 'utf8'))
  // one kept by an older simulator was paid by its QR
  for (const [no, trade] of trades) book.trades.set(no, { type: 'NATIVE', pageUntil: 0, ...trade })
  for (const [no, refund] of refunds) book.refunds.set(no, refund)
  return book
}

async function respond(simulator: Simulator, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const target = request.url ?? '/'
  if (target.startsWith('/v3/')) return callApi(simulator, request, response, body)
  if (target === '/')
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(scanPage(simulator.book))
  if (target.startsWith('/connect/oauth2/authorize?') || target.startsWith('/sns/'))
    return signIn(simulator, target, response)
  if (target === '/scan') return scan(simulator, body, response)
  if (target.startsWith('/cgi-bin/')) {
    const { method = 'GET', headers } = request
    return showPage(simulator, { method, target, referer: headers.referer, body }, response)
  }
  const done = control(simulator, target.replace('/control/', ''), body ? JSON.parse(body) : {})
  response.writeHead(done === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(done ?? {}))
}

/** A phone scans: by what the QR holds. */
function scan(simulator: Simulator, body: string, response: ServerResponse): void {
  const form = new URLSearchParams(body)
  const trade = [...simulator.book.trades.values()].find(
    ({ codeUrl }) => codeUrl === form.get('codeUrl'),
  )
  if (!trade) {
    response.writeHead(404).end()
    return
  }
  simulator.book.pay(trade.outTradeNo, { succeeds: form.get('action') !== 'fail' })
  if (trade.state === 'SUCCESS') notifyScan(simulator, trade.outTradeNo)
  response.writeHead(303, { location: '/' }).end()
}

/** What a phone's browser is shown, or where it is sent back to. */
function showPage(simulator: Simulator, visit: Visit, response: ServerResponse): void {
  const shown = answerPage(simulator.book, visit)
  if (shown.paid) notifyScan(simulator, shown.paid)
  if ('backTo' in shown) response.writeHead(303, { location: shown.backTo }).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.page)
}

/** Names a browser's user to the page it came from, and then to that page's server. */
async function signIn(
  simulator: Simulator,
  target: string,
  response: ServerResponse,
): Promise<void> {
  const { account, book, keys } = simulator
  if (!target.startsWith('/sns/')) {
    const back = authorize(account, target, book.now())
    if (back) response.writeHead(302, { location: back }).end()
    else response.writeHead(400).end()
    return
  }
  const fault = takeFault(simulator, 'payer')
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const said = JSON.stringify(tell(account, keys, target, book.now()))
  if (fault?.kind === 'LOST') return void response.destroy()
  // the system is busy: its answer is a 200, too
  const busy = fault?.kind === 'BUSY' && JSON.stringify({ errcode: -1, errmsg: 'system error' })
  response.writeHead(fault?.kind === 'ERROR' ? 500 : 200, { 'content-type': 'text/plain' })
  response.end(busy || said)
}

async function callApi(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request
  const fault = takeFault(simulator, callOf(method, target))
  if (fault?.kind === 'ERROR') return reply(simulator, response, 500, { code: 'SYSTEM_ERROR' })
  if (fault?.kind === 'BUSY') return reply(simulator, response, 429, { code: 'FREQUENCY_LIMITED' })
  if (fault?.kind === 'SLOW') await pause(fault.ms ?? 1000)
  const origin = `http://${headers.host}`
  try {
    const given = answer(simulator.keys, simulator.book, { method, target, headers, body, origin })
    if (callOf(method, target) === 'refund') notifyRefund(simulator, body)
    if (fault?.kind === 'LOST') return void response.destroy()
    if (typeof given === 'string') return void response.end(given)
    reply(simulator, response, given ? 200 : 204, given, fault?.kind === 'UNSIGNED')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (fault?.kind === 'LOST') return void response.destroy()
    reply(simulator, response, error.status, { code: error.code, message: '模拟的拒绝' })
  }
}

function takeFault({ faults }: Simulator, call: string | null) {
  const at = faults.findIndex((fault) => fault.call === call || fault.call === '*')
  const fault = faults[at]
  if (fault && --fault.times <= 0) faults.splice(at, 1)
  return fault
}

function reply(
  { keys, book }: Simulator,
  response: ServerResponse,
  status: number,
  content: object | null,
  forged = false,
): void {
  const body = content ? JSON.stringify(content) : ''
  const headers = {
    'content-type': 'application/json',
    ...signed(keys, body, new Date(book.now()), forged),
  }
  response.writeHead(status, headers).end(body)
}

/** By a developer's hand a refund is told of, as a payment is. */
function notifyRefund({ keys, book, sending }: Simulator, body: string): void {
  if (sending.mode === 'NEVER') return
  const refund = book.refunds.get(JSON.parse(body).out_refund_no)
  if (refund && refund.status !== 'PROCESSING')
    setTimeout(() => void send(refundMessage(keys, refund, book.now())), sending.ms).unref()
}
