import type { Invoice } from '@ce/client/invoice.ts'

/** What the state means for its student, and what to do about it. */
export function explanation(invoice: Invoice): string {
  const { state, orderStatus, change, failReason, reverseReason } = invoice
  const refunded = orderStatus === 'REFUNDING' || orderStatus === 'REFUNDED'
  switch (state) {
    case 'PENDING':
      return '申请已提交，工作人员会尽快开具。开好后会在站内消息里通知您。'
    case 'ISSUING':
      return '工作人员正在开具。开好后会在站内消息里通知您。'
    case 'ISSUED':
      if (refunded) return '订单已退款，这张发票将由工作人员红冲，请不要再用于报销。'
      return change
        ? '已申请换开。原发票红冲之前仍然有效；红冲后会按新的抬头重新开具。'
        : '发票已开具，可以下载。抬头有误的，可以申请换开一次。'
    case 'FAILED':
      return `没有开具，原因：${failReason ?? ''}`
    case 'REVERSED':
      return `已红冲，不能再用于报销。原因：${reverseReason ?? ''}`
  }
}

export const changeWords = { title: '申请换开发票', action: '提交换开申请' } as const
export const savedTitlesWords = '选用保存的抬头'
export const remarkLabel = '备注（选填）'
