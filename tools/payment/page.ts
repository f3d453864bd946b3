import type { SimulatedChannelBook, SimulatedTrade } from './book.ts'
import { formatChannelAmount } from './yuan.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const isOpen = ({ state }: SimulatedTrade) => state === 'NOTPAY' || state === 'PAYERROR'
const button = (action: string, words: string) => `<button name="action" value="${action}">${words}</button>`

const channels = { NATIVE: '微信', MWEB: '微信', JSAPI: '微信', QR: '支付宝' } as const
const elsewhere = { NATIVE: '', QR: '', MWEB: '在手机浏览器中支付', JSAPI: '在微信内支付' } as const

/** Renders a page on which a developer acts as the payer. */
export function renderScanPage(books: SimulatedChannelBook[]): string {
  const rows = books.flatMap(({ trades }) => [...trades.values()].reverse().map(rowOf))
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>模拟支付渠道</title><link rel="icon" href="data:,">
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{width:100%;border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:.5rem;text-align:left}button{font:inherit;padding:.2rem .8rem}</style>
<main><h1>模拟支付渠道</h1><p>不产生真实扣款。在平台用“微信支付”或“支付宝”下单后，这里可以代替手机扫码。</p>
<table><thead><tr><th>渠道</th><th>商品</th><th>商户订单号</th><th>金额</th><th>状态</th><th>操作</th></tr></thead><tbody>${rows.join('') || '<tr><td colspan="6">还没有订单</td></tr>'}</tbody></table></main></html>`
}

function rowOf(trade: SimulatedTrade): string {
  const form = `<form method="post" action="/scan"><input type="hidden" name="codeUrl" value="${escaped(trade.codeUrl)}">${button('pay', '扫码支付')} ${button('fail', '支付失败')}</form>`
  const act = isOpen(trade) ? elsewhere[trade.type] || form : ''
  return `<tr><td>${channels[trade.type]}</td><td>${escaped(trade.description)}</td><td>${escaped(trade.outTradeNo)}</td><td>¥${formatChannelAmount(trade.total)}</td><td>${trade.state}</td><td>${act}</td></tr>`
}

/** The payment app's page on a phone. @param app the simulated app */
export function renderPayerPage(trade: SimulatedTrade, app: string): string {
  const buttons = [button('pay', '立即支付'), button('fail', '支付失败'), button('cancel', '取消支付')].join('')
  const act = isOpen(trade)
    ? `<p>不产生真实扣款。这里代替手机上的${app}。</p><form method="post">${buttons}</form>`
    : `<p role="status">${trade.state === 'CLOSED' ? '订单已关闭' : '支付成功'}</p>`
  return `<p>${escaped(trade.description)}</p><p class="sum">¥${formatChannelAmount(trade.total)}</p>${act}`
}

export function renderSimulatorPage(title: string, content: string): string {
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,">
<style>body{font:17px/1.6 sans-serif;margin:3rem auto;max-width:24rem;padding:0 1rem;text-align:center}.sum{font-size:2rem}button{font:inherit;display:block;width:100%;margin:.5rem 0;padding:.75rem}</style>
<main><h1>${title}</h1>${content}</main></html>`
}
