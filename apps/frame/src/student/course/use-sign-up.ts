import { payTypesQuery, useCreateOrder } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choice } from '../choice.ts'
import type { PlanYear } from '../year-action.ts'
import type { PayType } from './sign-words.ts'

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
  const [picked, pick] = useState<PayType>()
  const payTypes = (data?.list ?? []).filter((type) => type !== 'FREE')
  // with no channel the server says why: the reason is shown, nothing pretends
  const payType = plan.price === 0 ? 'FREE' : (picked ?? payTypes[0] ?? 'WECHAT')
  const order = async () => {
    const made = await create.mutateAsync({ year: plan.year, courseIds: choice.courseIds, payType })
    if (made.status === 'PAID') await onStarted(made.signId)
    else onOrder({ ...made, payType })
  }
  return {
    /** several ways to pay: somebody has to choose */
    payTypes: plan.price > 0 && payTypes.length > 1 ? payTypes : [],
    payType,
    pick,
    /** a refusal has been shown by the time it gets back */
    order: () => order().catch(() => undefined),
    busy: create.isPending,
  }
}
