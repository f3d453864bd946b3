import {
  employerPlansQuery,
  useChangeChannel,
  wholeEmployerOrdersQuery,
} from '@ce/client/employer.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { type Channels, channelsOf, orderAfterChange } from '@ce/client/payment/channels.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { placedInstead } from './words.ts'

/** What of an employer's order its payment needs. */
export interface EmployersPayable {
  orderNo: string
  amount: number
  codeUrl: string | null
  expireAt: string
  payType: PayType
}

/** The other channels an employer's unpaid order could be paid by. */
export function useEmployerChannels(
  order: EmployersPayable,
  onOrder: (order: EmployersPayable) => void,
): Channels {
  const { data } = useQuery(employerPlansQuery())
  const run = useChangeChannel()
  const lookAgain = useLookAgain()
  const change = async (payType: PayType) => {
    const { orderNo } = order
    const asked = run
      .mutateAsync({ orderNo, payType })
      .then((made): EmployersPayable => ({ ...made, payType }))
    const now = await orderAfterChange(asked, () => lookAgain(orderNo))
    if (now) onOrder(now)
  }
  return {
    others: channelsOf(data?.payTypes).filter((type) => type !== order.payType),
    change: (payType) => void change(payType),
    changing: run.isPending ? run.variables.payType : null,
  }
}

/** Reads the orders anew. @returns the one to be paid now, where it is another one */
function useLookAgain() {
  const client = useQueryClient()
  return async (orderNo: string) => {
    const { list } = await client.fetchQuery({ ...wholeEmployerOrdersQuery(), staleTime: 0 })
    return placedInstead(orderNo, list)
  }
}
