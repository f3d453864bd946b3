import { escapeHtml } from '@ce/contract/escape-html'
import type { MessageBook } from './book.ts'

export function renderInboxPage(book: MessageBook): string {
  const rows = [...book.arrived.values()].reverse().map(({ channel, to, subject, text }) => {
    const cells = [channel, to, subject, text].map((cell) => `<td>${escapeHtml(cell)}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>模拟邮件与短信</title><link rel="icon" href="data:,">
<style>body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{width:100%;border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:.5rem;text-align:left;white-space:pre-line;vertical-align:top}</style>
<h1>模拟邮件与短信</h1><p>平台发出的邮件和短信都到这里，不会真的送出。</p>
<table><thead><tr><th>方式</th><th>收件人</th><th>标题</th><th>内容</th></tr></thead><tbody>${rows.join('') || '<tr><td colspan="4">还没有</td></tr>'}</tbody></table></html>`
}
