import { addPlan, addPlanCourse } from '../../src/modules/catalogue/service.ts'
import type { Deps } from '../../src/platform/deps.ts'

/** In the order a plan lists them: the first six are required, the others elective. */
const order = [
  'drug-law',
  'prescription-review',
  'medication-safety',
  'pharmacist-ethics',
  'hypertension-counselling',
  'diabetes-counselling',
  'vaccine-law',
  'cold-chain',
  'antibacterials',
  'special-populations',
  'tcm-decoction',
  'tcm-patent',
]
const requiredCount = 6
const day = 86_400_000

/** Midnight in Shanghai that opens a year. */
export function newYear(year: number): Date {
  return new Date(Date.UTC(year - 1, 11, 31, 16))
}

/**
 * The four plans around the seeding day: this year, last year for make-up, a closed one, and the 试用年.
 * What is open closes with the next year: a demonstration is used for a year at least.
 */
export async function addPlans(deps: Deps, courses: Map<string, string>, year: number) {
  const open = {
    signEndAt: newYear(year + 2),
    studyEndAt: new Date(newYear(year + 2).getTime() + 90 * day),
  }
  const full = { requiredProfessional: 600, requiredPublic: 300 }
  const closed = {
    signEndAt: newYear(year - 1),
    studyEndAt: new Date(newYear(year - 1).getTime() + 90 * day),
  }
  const plans = [
    { year, title: `${year} 年度执业药师继续教育`, priceFen: 12_000, ...full, ...open },
    {
      year: year - 1,
      title: `${year - 1} 年度执业药师继续教育（补学）`,
      priceFen: 10_000,
      ...full,
      ...open,
    },
    {
      year: year - 2,
      title: `${year - 2} 年度执业药师继续教育`,
      priceFen: 10_000,
      ...full,
      ...closed,
    },
  ]
  for (const plan of plans) {
    const planId = await addPlan(deps.db, { ...plan, signStartAt: newYear(plan.year) })
    for (const [index, code] of order.entries())
      await addPlanCourse(deps.db, {
        planId,
        courseId: courseOf(courses, code),
        position: index + 1,
        required: index < requiredCount,
        hours: 60,
      })
  }
  await addTrialYear(deps, courses, year - 3, open)
}

/** A trial: free, one course of half a minute. A newcomer walks a whole year at once, and its proof counts for nothing. */
async function addTrialYear(
  deps: Deps,
  courses: Map<string, string>,
  year: number,
  open: { signEndAt: Date; studyEndAt: Date },
) {
  const planId = await addPlan(deps.db, {
    year,
    title: `${year} 试用年`,
    trial: true,
    priceFen: 0,
    requiredProfessional: 60,
    requiredPublic: 0,
    signStartAt: newYear(year),
    ...open,
  })
  const courseId = courseOf(courses, 'trial-year')
  await addPlanCourse(deps.db, { planId, courseId, position: 1, required: true, hours: 60 })
}

function courseOf(courses: Map<string, string>, code: string): string {
  const id = courses.get(code)
  if (!id) throw new Error(`there is no course ${code}`)
  return id
}
