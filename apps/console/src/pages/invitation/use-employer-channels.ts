import { employerOrdersQuery, employerPlansQuery, useChangeChannel } from '@ce/client/employer.ts'
import type { PayType } from '@ce/frame/student/course/sign-words.ts'
import { type Channels, channelsOf } from '@ce/frame/student/order/channels.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EmployersPayable } from './EmployerPayDialog.tsx'
import { placedInstead } from './words.ts'

/** The other channels an employer's unpaid order could be paid by. */
export function useEmployerChannels(
  order: EmployersPayable,
  onOrder: (order: EmployersPayable) => void,
): Channels {
  const { data } = useQuery(employerPlansQuery())
  const run = useChangeChannel()
  const lookAgain = useLookAgain()
  const change = async (payType: PayType) => {
    const made = await run.mutateAsync({ orderNo: order.orderNo, payType }).catch(() => undefined)
    // a refusal has been shown by now; the order may have been replaced all the same: an answer can be lost
    const now = made ? { ...made, payType } : await lookAgain(order.orderNo)
    if (now) onOrder(now)
  }
  return {
    others: channelsOf(data?.payTypes).filter((type) => type !== order.payType),
    change: (payType) => void change(payType),
    changing: run.isPending ? run.variables.payType : null,
  }
}

/** Reads the newest orders anew. @returns the one to be paid now, where it is another one */
function useLookAgain() {
  const client = useQueryClient()
  return (orderNo: string) =>
    client.fetchQuery({ ...employerOrdersQuery({ page: 1, pageSize: 100 }), staleTime: 0 }).then(
      ({ list }) => placedInstead(orderNo, list),
      () => undefined, // still no network: what is shown stands
    )
}
