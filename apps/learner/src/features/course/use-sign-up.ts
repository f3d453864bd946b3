import { payTypesQuery, useCreateOrder } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { usePayType } from '@ce/client/payment/use-pay-type.ts'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from './choice.ts'
import type { PlanYear } from './sign-states.ts'

interface SignUpOptions {
  plan: PlanYear
  choice: Choice
  /** an order was made and waits for its payment */
  onOrder: (order: PayableOrder) => void
  /** nothing was to be paid: the courses are open */
  onStarted: (signId: string) => void | Promise<void>
}

export const startedWords = '报名成功，可以开始学习了'

/** Orders a choice, and how it is going to be paid. */
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
    /** a refusal has been shown by the time it gets back */
    order: () => order().catch(() => undefined),
    busy: create.isPending,
  }
}
