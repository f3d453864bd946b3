import type { Invoice } from './invoice.ts'
import { mayApplyForInvoiceAgain } from './invoice-facts.ts'

/** @param later the order's newer application, if any */
export function invoiceExplanation(invoice: Invoice, later?: Invoice | null): string {
  const { state, orderStatus, change, mayChange, failReason, reverseReason, withdrawnAt } = invoice
  const refunded = orderStatus === 'REFUNDING' || orderStatus === 'REFUNDED'
  switch (state) {
    case 'PENDING':
      return '申请已提交，工作人员会尽快开具。开始开具之前可以修改或撤回；开好后会在站内消息里通知您。'
    case 'ISSUING':
      return '工作人员正在开具。开好后会在站内消息里通知您。'
    case 'ISSUED':
      if (refunded) return '订单已退款，这张发票将由工作人员红冲，请不要再用于报销。'
      return change
        ? '已申请换开。原发票红冲之前仍然有效，申请也可以撤回；红冲后会按新的抬头重新开具。'
        : `发票已开具，可以下载。${mayChange ? '抬头有误的，可以申请换开一次。' : ''}`
    case 'FAILED':
      if (withdrawnAt) return withdrawnWords(orderStatus === 'PAID', later)
      return invoiceFailedText(failReason ?? '')
    case 'REVERSED':
      return reversedWords(reverseReason, mayApplyForInvoiceAgain(invoice, later))
  }
}

/**
 * Text for an invoice that was not issued. It gives the reason, because the state alone would alarm students who have
 * just got a refund.
 */
export const invoiceFailedText = (reason: string) => `没有开具，原因：${reason}`

function reversedWords(reason: string | null, again: boolean): string {
  const next = again ? '需要发票时可以重新申请。' : ''
  return `已红冲，不能再用于报销。${next}原因：${reason ?? ''}`
}

function withdrawnWords(paid: boolean, later: Invoice | null | undefined): string {
  if (later) return '您已撤回这份申请，改为后来提交的申请，不会按这份开具。'
  return `您已撤回这份申请，不会按它开具。${paid ? '需要发票时可以重新申请。' : ''}`
}

export const withdrawInvoiceConfirmation = {
  title: '撤回这份发票申请？',
  text: '撤回后不会按它开票，也不能恢复；需要发票时可以重新申请，并重新排队。只是内容有误的，请用“修改申请”。',
  ok: '撤回申请',
  cancel: '再想想',
} as const
export const invoiceWithdrawnNotice = { kind: 'success', title: '发票申请已撤回' } as const
export const withdrawInvoiceChangeConfirmation = {
  title: '撤回换开申请？',
  text: '撤回后原发票继续有效，不会红冲；仍需换开时可以重新申请。',
  ok: '撤回换开',
  cancel: '再想想',
} as const
export const invoiceChangeWithdrawnNotice = { kind: 'success', title: '换开申请已撤回' } as const
export const withdrawInvoiceChangeLabel = '撤回换开申请'
export const newerInvoiceLabel = '查看新的申请'
export const correctInvoiceLabel = '修改申请'
export const withdrawInvoiceLabel = '撤回申请'

export const invoiceChangeText = { title: '申请换开发票', action: '提交换开申请' } as const
export const savedInvoiceTitlesLabel = '选用保存的抬头'
export const invoiceRemarkLabel = '备注（选填）'
