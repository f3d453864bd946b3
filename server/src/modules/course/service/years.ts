import type { Db } from '../../../platform/db/database.ts'
import { listPlans, type Plan, requiredOf } from '../../catalogue/service.ts'
import { emptyTotals, hoursTotals, type YearTotals } from '../../hours/service.ts'
import { openOrders } from '../../order/service.ts'
import {
  listSigns,
  type OwnYears,
  type Sign,
  type SignState,
  signStateOf,
} from '../../sign/service.ts'

/** A sign with everything its state is derived from. */
export interface SignYear {
  sign: Sign
  plan: Plan
  state: SignState
  /** of its open order */
  orderNo: string | null
  /** that order is an employer's: there is nothing for the student to pay */
  employerPays: boolean
  totals: YearTotals
}

export interface StudentYears {
  /** every plan there is, newest year first */
  plans: Plan[]
  /** by plan id */
  signs: Map<string, SignYear>
  /** years the ledger knows, newest first */
  totals: YearTotals[]
}

/** What a student has to do with each year, in four statements however many there are. */
export async function readYears(db: Db, studentId: string): Promise<StudentYears> {
  const [plans, signs, orders, totals] = await Promise.all([
    listPlans(db),
    listSigns(db, studentId),
    openOrders(db, studentId),
    hoursTotals(db, studentId),
  ])
  const signByPlan = new Map(signs.map((sign) => [sign.planId, sign]))
  const orderBySign = new Map(orders.map((order) => [order.signId, order]))
  const years = plans.flatMap((plan) => {
    const sign = signByPlan.get(plan.id)
    if (!sign) return []
    const order = orderBySign.get(sign.id)
    const orderNo = order?.orderNo ?? null
    const yearTotals = totals.find((row) => row.year === plan.year) ?? emptyTotals(plan.year)
    return [
      {
        ...{ sign, plan, orderNo, employerPays: order?.byEmployer ?? false, totals: yearTotals },
        state: stateOf(sign, plan, orderNo, yearTotals),
      },
    ]
  })
  return { plans, totals, signs: new Map(years.map((year) => [year.plan.id, year])) }
}

/** @param since the first year that the student is asked about */
export function ownYears({ signs, totals }: StudentYears, since: number | null): OwnYears {
  return { signs: [...signs.values()].map(({ sign }) => sign), ledger: totals, since }
}

function stateOf(sign: Sign, plan: Plan, orderNo: string | null, totals: YearTotals): SignState {
  return signStateOf({
    paidAt: sign.paidAt,
    refundedAt: sign.refundedAt,
    orderOpen: orderNo !== null,
    studyOpen: plan.studyOpen,
    required: requiredOf(plan),
    earned: totals.earned,
  })
}
