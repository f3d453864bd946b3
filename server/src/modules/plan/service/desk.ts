import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  type DeskPlan,
  findDeskPlan,
  listDeskPlanCourses,
  listDeskPlans,
} from '../../catalogue/service/desk.ts'
import { requiredOf } from '../../catalogue/service.ts'
import { courseBanks } from './course-banks.ts'

/** Every plan, drafts included, newest year first. */
export async function deskPlans({ db }: Deps) {
  return (await listDeskPlans(db)).map(toHead)
}

/** One plan with its courses. @throws Refusal plan.notFound */
export async function deskPlan({ db }: Deps, { id }: { id: string }) {
  const plan = await findDeskPlan(db, id)
  if (!plan) return refuse('plan.notFound')
  const courses = await courseBanks(db, plan.year, await listDeskPlanCourses(db, id))
  return {
    ...toHead(plan),
    courses: courses.map((course) => ({ ...course, hours: course.hours / 10 })),
  }
}

function toHead(plan: DeskPlan) {
  const { professional, public: open } = requiredOf(plan)
  return {
    ...plan,
    price: plan.priceFen,
    requiredHours: { professional: professional / 10, public: open / 10 },
  }
}
