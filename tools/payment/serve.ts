import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { AlipayBook } from './alipay/book.ts'
import { openAlipayKeys } from './alipay/keys.ts'
import { callAlipay, giveBill, showQr } from './alipay/serve.ts'
import { Book } from './book.ts'
import { control, notifyScan, type Simulator } from './control.ts'
import { scanPage } from './page.ts'
import { openKeys } from './wechat/keys.ts'
import { OfficialAccount } from './wechat/official-account.ts'
import { callApi, showPage, signIn } from './wechat/serve.ts'

/** Serves the simulator on a port of this machine. @param folder its keys, and its books from one run to the next */
export async function serveSimulator(folder: string, port: number) {
  const [ofWechat, ofAlipay] = [join(folder, 'wechat'), join(folder, 'alipay')]
  const simulator: Simulator = {
    wechat: { keys: openKeys(ofWechat), book: new Book(), account: new OfficialAccount() },
    alipay: { keys: openAlipayKeys(ofAlipay), book: new AlipayBook() },
    faults: [],
    sending: { mode: 'ONCE', ms: 0 },
  }
  const { wechat, alipay } = simulator
  readBook(wechat.book, ofWechat)
  readBook(alipay.book, ofAlipay)
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
  alipay.book.origin = url
  const close = () => {
    keepBook(wechat.book, ofWechat)
    keepBook(alipay.book, ofAlipay)
    server.close()
  }
  const hosts = {
    WECHAT_BASE_URL: url,
    WECHAT_OPEN_URL: url,
    WECHAT_API_URL: url,
    ALIPAY_BASE_URL: url,
  }
  const env = { ...wechat.keys.env, ...alipay.keys.env, ...hosts }
  return { url, env, certificateEnv: alipay.keys.authority.env, close }
}

const bookFile = (folder: string) => join(folder, 'book.json')

function keepBook({ trades, refunds }: Book, folder: string): void {
  writeFileSync(bookFile(folder), JSON.stringify({ trades: [...trades], refunds: [...refunds] }))
}

function readBook(book: Book, folder: string): void {
  if (!existsSync(bookFile(folder))) return
  const { trades, refunds } = JSON.parse(readFileSync(bookFile(folder), 'utf8'))
  for (const [no, trade] of trades) book.trades.set(no, trade)
  for (const [no, refund] of refunds) book.refunds.set(no, refund)
}

async function respond(simulator: Simulator, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { url: target = '/', method = 'GET', headers } = request
  if (target.startsWith('/v3/')) return callApi(simulator, request, response, body)
  if (target.startsWith('/gateway.do')) return callAlipay(simulator, { target, body }, response)
  if (target.startsWith('/downloadBillFile')) return giveBill(simulator, target, response)
  if (target.startsWith('/qr/')) return showQr(simulator, { method, target, body }, response)
  if (target === '/')
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(scanPage([simulator.wechat.book, simulator.alipay.book]))
  if (target.startsWith('/connect/oauth2/authorize?') || target.startsWith('/sns/'))
    return signIn(simulator, target, response)
  if (target === '/scan') return scan(simulator, body, response)
  if (target.startsWith('/cgi-bin/'))
    return showPage(simulator, { method, target, referer: headers.referer, body }, response)
  const done = control(simulator, target.replace('/control/', ''), body ? JSON.parse(body) : {})
  response.writeHead(done === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(done ?? {}))
}

/** A phone scans: by what the QR holds. */
function scan(simulator: Simulator, body: string, response: ServerResponse): void {
  const form = new URLSearchParams(body)
  const { wechat, alipay } = simulator
  for (const book of [wechat.book, alipay.book])
    for (const trade of book.trades.values()) {
      if (trade.codeUrl !== form.get('codeUrl')) continue
      book.pay(trade.outTradeNo, { succeeds: form.get('action') !== 'fail' })
      if (trade.state === 'SUCCESS') notifyScan(simulator, trade.outTradeNo)
      response.writeHead(303, { location: '/' }).end()
      return
    }
  response.writeHead(404).end()
}
