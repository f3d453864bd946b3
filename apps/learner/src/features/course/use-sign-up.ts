import { payTypesQuery, useCreateOrder } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { usePayType } from '@ce/client/payment/use-pay-type.ts'
import { useQuery } from '@tanstack/react-query'
import type { CourseChoice } from './course-choice.ts'
import type { PlanYear } from './sign-states.ts'

interface SignUpOptions {
  plan: PlanYear
  choice: CourseChoice
  onOrder: (order: PayableOrder) => void
  /** Called when a free year has started, which needs no order. */
  onStarted: (signId: string) => void | Promise<void>
}

export const signUpDoneText = '报名成功，可以开始学习了'

export function useSignUp({ plan, choice, onOrder, onStarted }: SignUpOptions) {
  const { data } = useQuery(payTypesQuery())
  const create = useCreateOrder()
  const { choices, payType: chosen, pick } = usePayType(data?.list)
  const free = plan.price === 0
  const payType = free ? 'FREE' : chosen
  const order = async () => {
    const wish = { year: plan.year, courseIds: choice.courseIds, payType }
    const made = await create.mutateAsync(wish)
    if (made.status === 'PAID') await onStarted(made.signId)
    else onOrder({ ...made, ...wish })
  }
  return {
    payTypes: free ? [] : choices,
    payType,
    pick,
    /** Ignore the error here, because it has already been shown. */
    order: () => order().catch(() => undefined),
    busy: create.isPending,
  }
}
