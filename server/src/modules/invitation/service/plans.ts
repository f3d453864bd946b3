import type { Deps } from '../../../platform/deps.ts'
import { listPlans } from '../../catalogue/service.ts'
import { payTypes } from '../../order/service.ts'

/** The years an employer may have people in, and how an order can be paid here. */
export async function plansForEmployers(deps: Deps) {
  const plans = await listPlans(deps.db)
  const list = plans.map(({ priceFen: price, ...plan }) => ({ ...plan, price }))
  return { list, payTypes: payTypes(deps).list }
}
