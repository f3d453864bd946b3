import { payTypesQuery, useCreateOrder } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { useQuery } from '@tanstack/react-query'
import type { PayType } from '../course/sign-words.ts'
import type { Order } from './order-words.ts'

/** An unpaid order of the list, as paying knows it. */
export function payableOf(order: Order): PayableOrder | undefined {
  const [line] = order.lines
  return line && { ...order, signId: line.signId, year: line.year, courseIds: line.courseIds }
}

/**
 * The other channels an unpaid order could be paid by. The same courses by another channel are another order, which takes
 * its place; of one that turns out paid meanwhile the payment shown says so.
 */
export function useChannels(
  { year, courseIds, payType: current }: PayableOrder,
  onOrder: (order: PayableOrder) => void,
) {
  const { data } = useQuery(payTypesQuery())
  const create = useCreateOrder()
  const change = async (payType: PayType) => {
    const made = await create.mutateAsync({ year, courseIds, payType })
    onOrder({ ...made, year, courseIds, payType })
  }
  return {
    others: (data?.list ?? []).filter((type) => type !== 'FREE' && type !== current),
    /** a refusal has been shown by the time it gets back */
    change: (payType: PayType) => change(payType).catch(() => undefined),
    /** the one that is being changed to */
    changing: create.isPending ? create.variables.payType : null,
  }
}
