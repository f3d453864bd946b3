import type { Db } from '../../../platform/db/database.ts'
import { requiredHoursOf } from '../../catalogue/required-courses.ts'
import { listPlans, type Plan } from '../../catalogue/service.ts'
import { loadHoursTotals } from '../../credits/hours/service.ts'
import { emptyYearTotals, type YearTotals } from '../../credits/hours/totals.ts'
import { listSigns, type Sign } from '../../learning/sign/service.ts'
import type { StudentYearFacts } from '../../learning/sign/shown-years.ts'
import { type SignState, signStateOf } from '../../learning/sign/state.ts'
import { openOrders } from '../../money/order/service.ts'

export interface SignYear {
  sign: Sign
  plan: Plan
  state: SignState
  orderNo: string | null
  /** True if an employer pays the open order. */
  employerPays: boolean
  totals: YearTotals
}

export interface StudentYears {
  plans: Plan[]
  signs: Map<string, SignYear>
  totals: YearTotals[]
}

export async function loadStudentYears(db: Db, studentId: string): Promise<StudentYears> {
  const [plans, signs, orders, totals] = await Promise.all([
    listPlans(db),
    listSigns(db, studentId),
    openOrders(db, studentId),
    loadHoursTotals(db, studentId),
  ])
  const signByPlan = new Map(signs.map((sign) => [sign.planId, sign]))
  const orderBySign = new Map(orders.map((order) => [order.signId, order]))
  const years = plans.flatMap((plan) => {
    const sign = signByPlan.get(plan.id)
    if (!sign) return []
    const order = orderBySign.get(sign.id)
    const orderNo = order?.orderNo ?? null
    const yearTotals = totals.find((row) => row.year === plan.year) ?? emptyYearTotals(plan.year)
    return [
      {
        ...{ sign, plan, orderNo, employerPays: order?.byEmployer ?? false, totals: yearTotals },
        state: stateOf(sign, plan, orderNo, yearTotals),
      },
    ]
  })
  return { plans, totals, signs: new Map(years.map((year) => [year.plan.id, year])) }
}

/** @param since the first year for which the student needs hours */
export function yearsOfStudent({ signs, totals }: StudentYears, since: number | null): StudentYearFacts {
  return { signs: [...signs.values()].map(({ sign }) => sign), ledger: totals, since }
}

function stateOf(sign: Sign, plan: Plan, orderNo: string | null, totals: YearTotals): SignState {
  return signStateOf({
    paidAt: sign.paidAt,
    refundedAt: sign.refundedAt,
    orderOpen: orderNo !== null,
    studyOpen: plan.studyOpen,
    required: requiredHoursOf(plan),
    earned: totals.earned,
  })
}
