import type { Book } from './book.ts'

export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Where a developer plays the person with the phone: what waits to be paid, newest first. */
export function scanPage(book: Book): string {
  const rows = [...book.trades.values()].reverse().map((trade) => {
    const open = trade.state === 'NOTPAY' || trade.state === 'PAYERROR'
    const button = (action: string, text: string) =>
      `<button name="action" value="${action}">${text}</button>`
    const elsewhere = { MWEB: '在手机浏览器中支付', JSAPI: '在微信内支付', NATIVE: '' }[trade.type]
    const form = !open
      ? ''
      : elsewhere ||
        `<form method="post" action="/scan"><input type="hidden" name="codeUrl" value="${escaped(trade.codeUrl)}">${button('pay', '扫码支付')} ${button('fail', '支付失败')}</form>`
    return `<tr><td>${escaped(trade.description)}</td><td>${escaped(trade.outTradeNo)}</td><td>¥${(trade.total / 100).toFixed(2)}</td><td>${trade.state}</td><td>${form}</td></tr>`
  })
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>模拟微信支付</title><link rel="icon" href="data:,">
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{width:100%;border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:.5rem;text-align:left}button{font:inherit;padding:.2rem .8rem}</style>
<h1>模拟微信支付</h1><p>不产生真实扣款。在平台用“微信支付”下单后，这里可以代替手机扫码。</p>
<table><thead><tr><th>商品</th><th>商户订单号</th><th>金额</th><th>状态</th><th>操作</th></tr></thead><tbody>${rows.join('') || '<tr><td colspan="5">还没有订单</td></tr>'}</tbody></table></html>`
}
