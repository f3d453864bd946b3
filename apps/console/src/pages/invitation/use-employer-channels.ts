import { allEmployerOrdersQuery, employerPlansQuery, useChangeEmployerPaymentChannel } from '@ce/client/employer.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { findOrderAfterChange, type OtherPaymentChannels, paymentChannelsOf } from '@ce/client/payment/channels.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findReplacingOrder } from './labels.ts'

export interface PayableEmployerOrder {
  orderNo: string
  amount: number
  codeUrl: string | null
  expireAt: string
  payType: PayType
}

export function useEmployerChannels(
  order: PayableEmployerOrder,
  onOrder: (order: PayableEmployerOrder) => void,
): OtherPaymentChannels {
  const { data } = useQuery(employerPlansQuery())
  const run = useChangeEmployerPaymentChannel()
  const lookAgain = useLookAgain()
  const change = async (payType: PayType) => {
    const { orderNo } = order
    const asked = run.mutateAsync({ orderNo, payType }).then((made): PayableEmployerOrder => ({ ...made, payType }))
    const now = await findOrderAfterChange(asked, () => lookAgain(orderNo))
    if (now) onOrder(now)
  }
  return {
    others: paymentChannelsOf(data?.payTypes).filter((type) => type !== order.payType),
    change: (payType) => void change(payType),
    changing: run.isPending ? run.variables.payType : null,
  }
}

/** Returns a function that reloads the orders and finds the open order that replaced the given one. */
function useLookAgain() {
  const client = useQueryClient()
  return async (orderNo: string) => {
    const { list } = await client.fetchQuery({ ...allEmployerOrdersQuery(), staleTime: 0 })
    return findReplacingOrder(orderNo, list)
  }
}
