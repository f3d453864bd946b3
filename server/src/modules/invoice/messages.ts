import type { NewMessage } from '../message/service.ts'

interface Told {
  id: string
  studentId: string
  title: string
  orderTitle: string
}

const about = (
  row: Told,
  what: string,
): Pick<NewMessage, 'studentId' | 'kind' | 'event' | 'link'> => ({
  studentId: row.studentId,
  kind: 'INVOICE',
  event: `invoice.${what}:${row.id}`,
  link: `/system/invoices/${row.id}`,
})

export function issuedMessage(row: Told): NewMessage {
  const body = `${row.orderTitle}的发票（抬头：${row.title}）已开具，可以下载了。`
  return { ...about(row, 'issued'), title: '发票已开具', body }
}

export function failedMessage(row: Told, reason: string): NewMessage {
  const body = `${row.orderTitle}的发票（抬头：${row.title}）没有开具。原因：${reason}`
  return { ...about(row, 'failed'), title: '发票申请被退回', body }
}

/** `anew`: another is being issued in its place. */
export function reversedMessage(row: Told, reason: string, anew: boolean): NewMessage {
  const next = anew ? '新发票正在开具。' : '原发票不能再用于报销。'
  const body = `${row.orderTitle}的发票（抬头：${row.title}）已红冲，${next}原因：${reason}`
  return { ...about(row, 'reversed'), title: '发票已红冲', body }
}
