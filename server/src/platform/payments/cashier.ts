import { clientBase, clientCalls } from '@ce/contract'
import { escapeHtml } from '@ce/contract/escape-html'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { appNow } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { shanghaiTime } from '../shanghai-day.ts'
import { sendDocument } from '../web/documents.ts'
import { fenToYuan } from './channel-values.ts'
import { type DemoEntry, findDemoEntry, payDemoEntry } from './demo-book.ts'
import { demoCashierPathOf, demoMerchant, signDemoNotification, verifyCashierKey } from './demo-gateway.ts'

const style = `
*{box-sizing:border-box}
body{margin:0;background:#f5f7f8;color:#1b2430;font:16px/1.7 "PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
main{max-width:440px;margin:0 auto;padding:24px;background:#fff;min-height:100vh}
@media(min-width:560px){main{margin:48px auto;min-height:0;border:1px solid #dfe5ea;border-radius:10px;padding:32px}}
.demo{margin:0 0 24px;padding:8px 12px;border:2px dashed #b45309;border-radius:6px;color:#b45309;text-align:center}
h1{margin:0;font-size:22px;text-align:center}
.amount{margin:8px 0 16px;font-size:36px;font-weight:600;line-height:1.3;text-align:center;font-variant-numeric:tabular-nums}
dl{margin:0 0 24px;padding:16px 0 0;border-top:1px solid #dfe5ea;display:grid;grid-template-columns:auto 1fr;gap:4px 16px}
dt{color:#4a5666}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
[role=status]{margin:0 0 24px;padding:12px 16px;border-radius:6px}
.good{background:#e6f2ef;color:#095a4f}
.bad{background:#fdecea;color:#b42318}
.note{background:#f5f7f8;color:#1b2430}
form{display:grid;gap:12px}
button{min-height:48px;padding:8px 16px;border:1px solid #4a5666;border-radius:6px;background:#fff;color:#1b2430;font:inherit;cursor:pointer}
.primary{border-color:#0b6b5d;background:#0b6b5d;color:#fff;font-weight:600}
.primary:hover{background:#095a4f}
.danger{border-color:#b42318;color:#b42318}
:focus-visible{outline:3px solid #175cd3;outline-offset:2px}
.back{margin:24px 0 0;text-align:center}
a{color:#0b6b5d}
`

const place = z.object({ outTradeNo: z.string() })

const query = z.object({ k: z.string(), wait: z.literal('1').optional() })

const choice = z.object({ k: z.string(), action: z.enum(['pay', 'fail', 'wait']) })

export function registerDemoCashier(app: FastifyInstance, deps: Deps): void {
  if (!deps.gateways.has('DEMO')) return
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get('/cashier/:outTradeNo', async (request, reply) => {
      const { data } = query.safeParse(request.query)
      const entry = await findByKey(deps, request.params, data?.k)
      if (!entry || !data) return sendDocument(reply.code(404), noSuchPaymentPage())
      return sendDocument(reply, cashierPage(entry, data.k, data.wait === '1'))
    })
    scope.post('/cashier/:outTradeNo', async (request, reply) => {
      const { data } = choice.safeParse(request.body)
      const entry = await findByKey(deps, request.params, data?.k)
      if (!entry || !data) return sendDocument(reply.code(404), noSuchPaymentPage())
      const { outTradeNo } = entry
      if (data.action !== 'wait') {
        await payDemoEntry(deps.db, outTradeNo, data.action === 'pay')
        await notifyPortal(deps, outTradeNo).catch(() => {
          // A lost notification is harmless, because query_status asks the channel.
        })
      }
      const address = demoCashierPathOf(deps.keys, outTradeNo)
      return reply.redirect(data.action === 'wait' ? `${address}&wait=1` : address, 303)
    })
  })
}

async function findByKey(deps: Deps, params: unknown, key: string | undefined): Promise<DemoEntry | undefined> {
  const { data } = place.safeParse(params)
  if (!data || !verifyCashierKey(deps.keys, data.outTradeNo, key ?? '')) return undefined
  return findDemoEntry(deps.db, data.outTradeNo)
}

async function notifyPortal(deps: Deps, outTradeNo: string): Promise<void> {
  const entry = await findDemoEntry(deps.db, outTradeNo)
  if (!entry) return
  const { state, amountFen, transactionId, paidAt } = entry
  const order = { outTradeNo, state, amountFen, merchant: demoMerchant, transactionId, paidAt }
  const { env } = deps
  const host = ['0.0.0.0', '::', 'localhost'].includes(env.host) ? '127.0.0.1' : env.host
  const path = clientBase + clientCalls.order.notify.path.replace(':channel', 'DEMO')
  await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${env.port}${path}`, {
    method: 'POST',
    ...signDemoNotification(deps.keys, order, await appNow(deps.db)),
    signal: AbortSignal.timeout(5000),
  })
}

/** The page needs no script; its colours come from ui/src/tokens.css. */
function cashierPage(entry: DemoEntry, key: string, waiting: boolean): string {
  const due = shanghaiTime(entry.expireAt).slice(0, 16)
  return document(`
<p class="demo"><strong>演示收银台（不产生真实扣款）</strong></p>
<h1>${heading(entry)}</h1>
<p class="amount">¥${fenToYuan(entry.amountFen)}</p>
<dl>
<dt>商品</dt><dd>${escapeHtml(entry.description)}</dd>
<dt>交易号</dt><dd>${escapeHtml(entry.outTradeNo)}</dd>
<dt>支付截止</dt><dd>${due}</dd>
</dl>
${outcome(entry, waiting, due)}
${isPayable(entry) ? form(entry.outTradeNo, key) : ''}
${wayBack(entry)}`)
}

/** Missing and foreign payments give the same page, so that numbers cannot be guessed. */
function noSuchPaymentPage(): string {
  return document(`
<p class="demo"><strong>演示收银台（不产生真实扣款）</strong></p>
<h1>没有找到这笔支付</h1>
<p>链接不完整或已失效，请回到订单页面重新扫码或打开支付链接。</p>
${wayBack({ byEmployer: false })}`)
}

function wayBack({ byEmployer }: Pick<DemoEntry, 'byEmployer'>): string {
  const [address, name] = byEmployer ? ['/employer/orders', '订单与发票'] : ['/system/orders', '我的订单']
  return `<p class="back"><a href="${address}">返回${name}</a></p>`
}

function isPayable(entry: DemoEntry): boolean {
  return (entry.state === 'NOTPAY' || entry.state === 'PAYERROR') && !entry.overdue
}

function heading(entry: DemoEntry): string {
  if (entry.state === 'SUCCESS') return '支付成功'
  if (entry.state === 'REFUND') return '已退款'
  if (entry.state === 'CLOSED') return '订单已关闭'
  return entry.overdue ? '订单已过期' : '确认支付'
}

function outcome(entry: DemoEntry, waiting: boolean, due: string): string {
  const say = (kind: string, text: string) => `<p class="${kind}" role="status">${text}</p>`
  if (entry.state === 'SUCCESS') return say('good', '✓ 已完成演示支付，请回到下单的页面查看结果，订单会自动更新。')
  if (entry.state === 'REFUND') return say('note', '这笔演示支付已原路退回。')
  if (entry.state === 'CLOSED') return say('note', '订单已取消或被新的订单取代，无法再支付。')
  if (entry.overdue) return say('note', '已超过支付截止时间，请回到下单的页面重新下单。')
  if (entry.state === 'PAYERROR') return say('bad', '✕ 支付失败，没有扣款。可以再次支付。')
  return waiting ? say('note', `没有支付。订单将在 ${due} 过期关闭，此前仍可支付。`) : ''
}

function form(outTradeNo: string, key: string): string {
  return `<form method="post" action="/cashier/${encodeURIComponent(outTradeNo)}">
<input type="hidden" name="k" value="${escapeHtml(key)}">
<button class="primary" name="action" value="pay">支付成功</button>
<button class="danger" name="action" value="fail">支付失败</button>
<button name="action" value="wait">不支付，等待过期</button>
</form>`
}

function document(content: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>演示收银台</title>
<link rel="icon" href="data:,">
<style nonce="__NONCE__">${style}</style>
</head>
<body><main>${content}
</main></body>
</html>`
}
