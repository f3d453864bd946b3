import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { emptyOpenFindings, listQuestionBankGaps, loadOpenFindingsByCourse } from '../../question/service/findings.ts'
import { requiredHoursOf } from '../../required-courses.ts'
import { type DeskPlan, findDeskPlan, listDeskPlanCourses, listDeskPlans } from '../../service/desk.ts'

export async function deskPlans({ db }: Deps) {
  return (await listDeskPlans(db)).map(toHead)
}

/** @throws Refusal plan.notFound */
export async function deskPlan({ db }: Deps, { id }: { id: string }) {
  const plan = await findDeskPlan(db, id)
  if (!plan) return refuse('plan.notFound')
  const courses = await addCourseQuestionBanks(db, plan.year, await listDeskPlanCourses(db, id))
  return {
    ...toHead(plan),
    courses: courses.map((course) => ({ ...course, hours: course.hours / 10 })),
  }
}

function toHead(plan: DeskPlan) {
  const { professional, public: open } = requiredHoursOf(plan)
  return {
    ...plan,
    price: plan.priceFen,
    requiredHours: { professional: professional / 10, public: open / 10 },
  }
}

export async function addCourseQuestionBanks<Course extends { courseId: string }>(
  db: Db,
  year: number,
  courses: readonly Course[],
) {
  const ids = courses.map(({ courseId }) => courseId)
  const [gaps, found] = [await listQuestionBankGaps(db, year), await loadOpenFindingsByCourse(db, ids)]
  return courses.map((course) => ({
    ...course,
    lacks: gaps.get(course.courseId) ?? [],
    findings: found.get(course.courseId) ?? emptyOpenFindings,
  }))
}
