import { orderReads, payTypesQuery, useCreateOrder, wholeOrdersQuery } from '@ce/client/order.ts'
import type { Order } from '@ce/client/order-text.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { type Channels, channelsOf, orderAfterChange } from '@ce/client/payment/channels.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'

/** An unpaid order of the list, as paying knows it. */
export function payableOf(order: Order): PayableOrder | undefined {
  const [line] = order.lines
  return line && { ...order, signId: line.signId, year: line.year, courseIds: line.courseIds }
}

/** The unpaid order that has taken this one's place. Undefined: this one is unpaid itself, or nothing is. */
export function openInstead(
  { orderNo, signId }: Pick<PayableOrder, 'orderNo' | 'signId'>,
  unpaid: readonly Order[],
): PayableOrder | undefined {
  const now = unpaid.map(payableOf).find((order) => order?.signId === signId)
  return now?.orderNo === orderNo ? undefined : now
}

/**
 * The other channels an unpaid order could be paid by. The same courses by another channel are another order, which takes
 * its place; of one that turns out paid meanwhile the payment shown says so.
 */
export function useOtherChannels(
  order: PayableOrder,
  onOrder: (order: PayableOrder) => void,
): Channels {
  const { year, courseIds, payType: current } = order
  const { data } = useQuery(payTypesQuery())
  const create = useCreateOrder({ quiet: true })
  const lookAgain = useLookAgain()
  const change = async (payType: PayType) => {
    const asked = create
      .mutateAsync({ year, courseIds, payType })
      .then((made): PayableOrder => ({ ...made, year, courseIds, payType }))
    const now = await orderAfterChange(asked, () => lookAgain(order))
    if (now) onOrder(now)
  }
  return {
    others: channelsOf(data?.list).filter((type) => type !== current),
    change: (payType) => void change(payType),
    changing: create.isPending ? create.variables.payType : null,
  }
}

/** Reads the orders anew, and what shows them. @returns the one to be paid now, where it is another one */
function useLookAgain() {
  const client = useQueryClient()
  return async (order: PayableOrder) => {
    const { list } = await client.fetchQuery({ ...wholeOrdersQuery('PENDING'), staleTime: 0 })
    await Promise.all(orderReads.map((name) => client.invalidateQueries({ queryKey: [name] })))
    return openInstead(order, list)
  }
}
