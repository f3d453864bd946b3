import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { type DeliveryFault, MessageBook } from './book.ts'
import { renderInboxPage } from './page.ts'
import { answerSms, type SmsCustomer } from './sms.ts'
import { createSmtpServer } from './smtp.ts'

const approved = {
  PAYMENT: '您有一条缴费通知，请登录平台查看。',
  INVOICE: '您有一条发票通知，请登录平台查看。',
  REVIEW: '您有一条审核通知，请登录平台查看。',
  PROOF: '您有一条学时证明通知，请登录平台查看。',
  DEADLINE: '您有一条学习截止提醒，请登录平台查看。',
  ACCOUNT: '您有一条账号通知，请登录平台查看。',
  COURSE: '您有一条课程与考试通知，请登录平台查看。',
}

/** Serves a mail server and an SMS gateway on this machine. @param folder for secrets */
export async function serveMessageSimulator(folder: string, port: number) {
  const book = new MessageBook()
  const kinds = Object.entries(approved).map(([kind, text], index) => ({
    kind,
    text,
    template: String(1001 + index),
  }))
  const customer: SmsCustomer = {
    secretId: 'AKIDsimulated0000000',
    secretKey: randomBytes(16).toString('hex'),
    appId: '1400000001',
    signName: '模拟平台',
    templates: Object.fromEntries(kinds.map(({ template, text }) => [template, text])),
  }
  const login = { user: 'portal', password: randomBytes(16).toString('hex') }
  const smtp = createSmtpServer(book, login)
  const http = createServer((request, response) => {
    void respond(book, customer, request, response).catch((error) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  const [smtpPort, httpPort] = await Promise.all([listen(smtp, 0), listen(http, port)])
  const url = `http://127.0.0.1:${httpPort}`
  mkdirSync(folder, { recursive: true })
  const keep = (name: string, secret: string) => {
    writeFileSync(join(folder, name), secret, { mode: 0o600 })
    return join(folder, name)
  }
  const env = {
    SMTP_URL: `smtp://${login.user}@127.0.0.1:${smtpPort}`,
    SMTP_PASSWORD_FILE: keep('smtp.key', login.password),
    SMTP_FROM: '继续教育平台 <portal@simulator.example>',
    SMS_SECRET_ID: customer.secretId,
    SMS_SECRET_KEY_FILE: keep('sms.key', customer.secretKey),
    SMS_APP_ID: customer.appId,
    SMS_SIGN_NAME: customer.signName,
    SMS_TEMPLATES: kinds.map(({ kind, template }) => `${kind}:${template}`).join(','),
    SMS_BASE_URL: url,
  }
  const close = () => {
    http.close()
    smtp.close()
  }
  return { url, env, close }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(portOf(server.address()))))
}

function portOf(address: ReturnType<Server['address']>): number {
  return (address as AddressInfo).port
}

async function respond(
  book: MessageBook,
  customer: SmsCustomer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { method = 'GET', url: target = '/', headers } = request
  const json = (content: object) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  if (target === '/control/faults') {
    book.faults.splice(0, book.faults.length, ...asFaults(body))
    return json({})
  }
  if (target === '/control/book') return json([...book.arrived.values()])
  if (method === 'GET')
    return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(renderInboxPage(book))
  const answer = answerSms(book, customer, { method, target, headers, body })
  if (answer) json(answer)
  else response.destroy()
}

/** Only tests and developers write delivery faults, so the type can be trusted. */
function asFaults(body: string): DeliveryFault[] {
  return JSON.parse(body) as DeliveryFault[]
}
