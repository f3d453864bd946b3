import { formatFen } from '@ce/client/format.ts'
import { useRequestRefund, useWithdrawRefund } from '@ce/client/order.ts'
import type { Order } from '@ce/client/order-text.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { type RefundRequest, refundAskedWords } from './refund-words.ts'

/** Asks for an order's refund. One key for as long as it is asked: a press made again is the same request. */
export function useRefundRequest({ orderNo, amount }: Order) {
  const [id] = useState(uuid)
  const request = useRequestRefund()
  return {
    title: `申请退款 ${formatFen(amount)}`,
    busy: request.isPending,
    /** rejects when it was refused */
    send: async (reason: string) => {
      await request.mutateAsync({ id, orderNo, reason })
      showNotice({ kind: 'success', title: refundAskedWords })
    },
  }
}

/** Takes a request back, and says so. */
export function useRefundWithdrawal({ id }: RefundRequest) {
  const withdraw = useWithdrawRefund()
  return () =>
    withdraw.mutateAsync({ id }).then(
      () => void showNotice({ kind: 'success', title: '已撤回' }),
      () => undefined, // the refusal has been shown
    )
}
