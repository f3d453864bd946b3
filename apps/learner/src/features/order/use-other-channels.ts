import { allMyOrdersQuery, orderStateCalls, payTypesQuery, useCreateOrder } from '@ce/client/order.ts'
import type { Order } from '@ce/client/order-text.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { findOrderAfterChange, type OtherPaymentChannels, paymentChannelsOf } from '@ce/client/payment/channels.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'

/** Converts an order for payment; returns undefined if the order has no lines. */
export function toPayableOrder(order: Order): PayableOrder | undefined {
  const [line] = order.lines
  return line && { ...order, signId: line.signId, year: line.year, courseIds: line.courseIds }
}

/** Finds another unpaid order of the same sign. Undefined if there is none or the given order is still unpaid. */
export function findSuccessorOrder(
  { orderNo, signId }: Pick<PayableOrder, 'orderNo' | 'signId'>,
  unpaid: readonly Order[],
): PayableOrder | undefined {
  const now = unpaid.map(toPayableOrder).find((order) => order?.signId === signId)
  return now?.orderNo === orderNo ? undefined : now
}

/** Choosing another payment channel makes a new order, which replaces this one. */
export function useOtherChannels(order: PayableOrder, onOrder: (order: PayableOrder) => void): OtherPaymentChannels {
  const { year, courseIds, payType: current } = order
  const { data } = useQuery(payTypesQuery())
  const create = useCreateOrder({ quiet: true })
  const lookAgain = useLookAgain()
  const change = async (payType: PayType) => {
    const asked = create
      .mutateAsync({ year, courseIds, payType })
      .then((made): PayableOrder => ({ ...made, year, courseIds, payType }))
    const now = await findOrderAfterChange(asked, () => lookAgain(order))
    if (now) onOrder(now)
  }
  return {
    others: paymentChannelsOf(data?.list).filter((type) => type !== current),
    change: (payType) => void change(payType),
    changing: create.isPending ? create.variables.payType : null,
  }
}

/** Returns a function that loads the orders again and finds the unpaid order that replaced the given one. */
function useLookAgain() {
  const client = useQueryClient()
  return async (order: PayableOrder) => {
    const { list } = await client.fetchQuery({ ...allMyOrdersQuery('PENDING'), staleTime: 0 })
    await Promise.all(orderStateCalls.map((name) => client.invalidateQueries({ queryKey: [name] })))
    return findSuccessorOrder(order, list)
  }
}
