import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { SimulatedAlipayBook } from './alipay/book.ts'
import { openSimulatedAlipayKeys } from './alipay/keys.ts'
import { serveAlipayBill, serveAlipayCall, serveQrPage } from './alipay/serve.ts'
import { SimulatedChannelBook } from './book.ts'
import { notifyAfterScan, type PaymentSimulator, runSimulatorControl } from './control.ts'
import { renderScanPage } from './page.ts'
import { openSimulatedWechatKeys } from './wechat/keys.ts'
import { SimulatedOfficialAccount } from './wechat/official-account.ts'
import { serveH5Page, serveOfficialAccount, serveWechatCall } from './wechat/serve.ts'

/** Serves the payment simulator on this machine. @param folder for its keys and books */
export async function servePaymentSimulator(folder: string, port: number) {
  const [ofWechat, ofAlipay] = [join(folder, 'wechat'), join(folder, 'alipay')]
  const simulator: PaymentSimulator = {
    wechat: {
      keys: openSimulatedWechatKeys(ofWechat),
      book: new SimulatedChannelBook(),
      account: new SimulatedOfficialAccount(),
    },
    alipay: { keys: openSimulatedAlipayKeys(ofAlipay), book: new SimulatedAlipayBook() },
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

function keepBook({ trades, refunds }: SimulatedChannelBook, folder: string): void {
  writeFileSync(bookFile(folder), JSON.stringify({ trades: [...trades], refunds: [...refunds] }))
}

function readBook(book: SimulatedChannelBook, folder: string): void {
  if (!existsSync(bookFile(folder))) return
  const { trades, refunds } = JSON.parse(readFileSync(bookFile(folder), 'utf8'))
  for (const [no, trade] of trades) book.trades.set(no, trade)
  for (const [no, refund] of refunds) book.refunds.set(no, refund)
}

async function respond(simulator: PaymentSimulator, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { url: target = '/', method = 'GET', headers } = request
  if (target.startsWith('/v3/')) return serveWechatCall(simulator, request, response, body)
  if (target.startsWith('/gateway.do')) return serveAlipayCall(simulator, { target, body }, response)
  if (target.startsWith('/downloadBillFile')) return serveAlipayBill(simulator, target, response)
  if (target.startsWith('/qr/')) return serveQrPage(simulator, { method, target, body }, response)
  if (target === '/')
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(renderScanPage([simulator.wechat.book, simulator.alipay.book]))
  if (target.startsWith('/connect/oauth2/authorize?') || target.startsWith('/sns/'))
    return serveOfficialAccount(simulator, target, response)
  if (target === '/scan') return scan(simulator, body, response)
  if (target.startsWith('/cgi-bin/'))
    return serveH5Page(simulator, { method, target, referer: headers.referer, body }, response)
  const done = runSimulatorControl(simulator, target.replace('/control/', ''), body ? JSON.parse(body) : {})
  response.writeHead(done === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(done ?? {}))
}

/** A phone scans a QR code with this content. */
function scan(simulator: PaymentSimulator, body: string, response: ServerResponse): void {
  const form = new URLSearchParams(body)
  const { wechat, alipay } = simulator
  for (const book of [wechat.book, alipay.book])
    for (const trade of book.trades.values()) {
      if (trade.codeUrl !== form.get('codeUrl')) continue
      book.pay(trade.outTradeNo, { succeeds: form.get('action') !== 'fail' })
      if (trade.state === 'SUCCESS') notifyAfterScan(simulator, trade.outTradeNo)
      response.writeHead(303, { location: '/' }).end()
      return
    }
  response.writeHead(404).end()
}
