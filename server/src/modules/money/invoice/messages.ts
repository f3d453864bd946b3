import type { NewMessage } from '../../message/service.ts'

interface Told {
  id: string
  /** The value is null for an employer, which sees its own pages. */
  studentId: string | null
  title: string
  orderTitle: string
}

/** An employer gets no message. */
function tell(row: Told, what: string, said: Pick<NewMessage, 'title' | 'body' | 'fileId'>): NewMessage[] {
  const { studentId, id } = row
  if (!studentId) return []
  const link = `/system/invoices/${id}`
  return [{ studentId, kind: 'INVOICE', event: `invoice.${what}:${id}`, link, ...said }]
}

export function invoiceIssuedMessage(row: Told, fileId: string): NewMessage[] {
  const body = `“${row.orderTitle}”的发票（抬头：${row.title}）已开具，可以下载了。`
  return tell(row, 'issued', { title: '发票已开具', body, fileId })
}

export function invoiceFailedMessage(row: Told, reason: string): NewMessage[] {
  const body = `“${row.orderTitle}”的发票（抬头：${row.title}）没有开具。原因：${reason}`
  return tell(row, 'failed', { title: '发票申请被退回', body })
}

/** `anew` means that a replacement invoice is being issued. */
export function invoiceReversedMessage(row: Told, reason: string, anew: boolean): NewMessage[] {
  const next = anew ? '新发票正在开具。' : '原发票不能再用于报销。'
  const body = `“${row.orderTitle}”的发票（抬头：${row.title}）已红冲，${next}原因：${reason}`
  return tell(row, 'reversed', { title: '发票已红冲', body })
}
