import { addPlan, addPlanCourse } from '../../src/modules/catalogue/service.ts'
import type { Deps } from '../../src/platform/deps.ts'

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

/** Returns the first midnight of a year in Shanghai. */
export function startOfYear(year: number): Date {
  return new Date(Date.UTC(year - 1, 11, 31, 16))
}

/** Open plans close with the next year, so the demo can be used for a year. */
export async function addDemoPlans(deps: Deps, courses: Map<string, string>, year: number) {
  const open = {
    signEndAt: startOfYear(year + 2),
    studyEndAt: new Date(startOfYear(year + 2).getTime() + 90 * day),
  }
  const full = { requiredProfessional: 600, requiredPublic: 300 }
  const closed = {
    signEndAt: startOfYear(year - 1),
    studyEndAt: new Date(startOfYear(year - 1).getTime() + 90 * day),
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
    const planId = await addPlan(deps.db, { ...plan, signStartAt: startOfYear(plan.year) })
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
    signStartAt: startOfYear(year),
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
