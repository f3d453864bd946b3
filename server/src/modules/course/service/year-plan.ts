import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { listPlanCourses, type Plan, requiredOf } from '../../catalogue/service.ts'
import { asHours, emptyTotals, missingOf } from '../../hours/service.ts'
import { firstYearOf, isBefore, isOwnYear } from '../../sign/service.ts'
import { type PlanStep, shortestChoice, stepOf } from '../year-plan.ts'
import { ownYears, readYears, type SignYear } from './years.ts'

/** Every year that the student is asked about, or the one asked for: what is missing, until when, and the shortest way to it. */
export async function yearPlan(
  deps: Deps,
  student: StudentActor,
  { year }: { year?: number | undefined },
) {
  const [years, since] = await Promise.all([
    readYears(deps.db, student.studentId),
    firstYearOf(deps, student.studentId),
  ])
  const { signs, totals } = years
  const own = ownYears(years, since)
  const plans = years.plans.filter((plan) =>
    year === undefined ? isOwnYear(plan, own) || !isBefore(plan, own) : plan.year === year,
  )
  const list = await Promise.all(
    plans.map(async (plan) => {
      const { earned } = totals.find(({ year }) => year === plan.year) ?? emptyTotals(plan.year)
      const missing = missingOf(requiredOf(plan), earned)
      const own = signs.get(plan.id)
      const step = stepOf({ missing, earned, planState: plan.state, ...stateOf(own) })
      const offered = step === 'SIGN' ? await listPlanCourses(deps.db, plan.id) : []
      const way = step === 'SIGN' ? shortestChoice(offered, plan.requiredProfessional) : []
      return {
        ...{ year: plan.year, title: plan.title, trial: plan.trial },
        ...{ step, signId: own?.sign.id ?? null },
        missing: asHours(missing),
        until: untilOf(step, plan),
        price: step === 'SIGN' || step === 'PAY' ? plan.priceFen : 0,
        way: way
          ? way.map(({ courseId: id, title, hours, required, durationDs, demo }) => ({
              ...{ id, title, required, hours: hours / 10, durationSeconds: durationDs / 10 },
              demo,
            }))
          : null,
      }
    }),
  )
  return { list }
}

const stateOf = (own: SignYear | undefined) => ({
  signState: own?.state,
  employerPays: own?.employerPays ?? false,
})

/** Until when the next step can be taken; null: no day ends it, or there is none. */
function untilOf(step: PlanStep, { signStartAt, signEndAt, studyEndAt }: Plan): Date | null {
  if (step === 'SIGN' || step === 'PAY') return signEndAt
  if (step === 'STUDY') return studyEndAt
  return step === 'WAIT' ? signStartAt : null
}
