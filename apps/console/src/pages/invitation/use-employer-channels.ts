import { employerPlansQuery, useChangeChannel } from '@ce/client/employer.ts'
import type { PayType } from '@ce/frame/student/course/sign-words.ts'
import { type Channels, channelsOf } from '@ce/frame/student/order/channels.ts'
import { useQuery } from '@tanstack/react-query'
import type { EmployersPayable } from './EmployerPayDialog.tsx'

/** The other channels an employer's unpaid order could be paid by. */
export function useEmployerChannels(
  order: EmployersPayable,
  onOrder: (order: EmployersPayable) => void,
): Channels {
  const { data } = useQuery(employerPlansQuery())
  const run = useChangeChannel()
  const change = (payType: PayType) =>
    run.mutateAsync({ orderNo: order.orderNo, payType }).then(
      (made) => onOrder({ ...made, payType }),
      () => undefined, // the refusal has been shown
    )
  return {
    others: channelsOf(data?.payTypes).filter((type) => type !== order.payType),
    change,
    changing: run.isPending ? run.variables.payType : null,
  }
}
