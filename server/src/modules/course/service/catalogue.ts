import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageOfList } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requiredHoursOf } from '../../catalogue/required-courses.ts'
import {
  findCourseExamRules,
  type Lesson,
  listLessons,
  listPlanCourses,
  listPlans,
  type Plan,
  type PlanCourse,
} from '../../catalogue/service.ts'
import { toHoursPerSubject } from '../../credits/hours/totals.ts'
import { createFilmPreviewLink } from '../../file/service/films.ts'
import { freePreviewOf, toTeacherDetail } from '../view.ts'
import { toCourseOffer, toCourseOfferPage } from './offers.ts'

type Calls = (typeof clientCalls)['course']
type Asked = z.output<Calls['catalogue']['request']>
type OfYear = z.output<Calls['catalogueCourse']['request']>
type OfferedPlan = Plan & { state: 'UPCOMING' | 'OPEN' }

export async function catalogue({ db }: Pick<Deps, 'db'>, input: Asked) {
  const plans = await listOfferedPlans(db)
  const plan = input.year === undefined ? usualPlan(plans) : planOfYear(plans, input.year)
  const page = plan ? await toCourseOfferPage(db, await listPlanCourses(db, plan.id), input) : pageOfList([], input)
  return { ...page, plans: plans.map(toShown), plan: plan ? toShown(plan) : null }
}

/** @throws Refusal course.notFound */
export async function catalogueCourse({ db }: Pick<Deps, 'db'>, input: OfYear) {
  const { plan, course, lessons } = await requireOffered(db, input)
  return {
    ...toCourseOffer(course),
    plan: toShown(plan),
    teacher: toTeacherDetail(course),
    canTrySee: freePreviewOf(course, lessons) !== null,
    lessons: lessons.map((lesson) => ({ ...lesson, durationSeconds: lesson.durationDs / 10 })),
    exam: (await findCourseExamRules(db, course.versionId)) ?? refuse('course.notFound'),
  }
}

/** The trial is a separate short film; nothing is recorded. @throws Refusal course.notFound, course.noTrial */
export async function catalogueTrial(deps: Pick<Deps, 'db' | 'files' | 'keys'>, input: OfYear) {
  const { course, lessons } = await requireOffered(deps.db, input)
  const trial = freePreviewOf(course, lessons) ?? refuse('course.noTrial')
  const links = (await createFilmPreviewLink(deps, trial)) ?? refuse('course.noTrial')
  return { ...links, seconds: trial.seconds }
}

async function requireOffered(
  db: Db,
  { year, id }: OfYear,
): Promise<{ plan: OfferedPlan; course: PlanCourse; lessons: Lesson[] }> {
  const plan = planOfYear(await listOfferedPlans(db), year) ?? refuse('course.notFound')
  const offered = await listPlanCourses(db, plan.id)
  const course = offered.find(({ courseId }) => courseId === id) ?? refuse('course.notFound')
  return { plan, course, lessons: await listLessons(db, [course.versionId]) }
}

/** Lists the newest year first and trial years last. */
async function listOfferedPlans(db: Db): Promise<OfferedPlan[]> {
  const offered = (await listPlans(db)).filter(isOffered)
  return [...offered.filter(({ trial }) => !trial), ...offered.filter(({ trial }) => trial)]
}

function isOffered(plan: Plan): plan is OfferedPlan {
  return plan.state !== 'CLOSED'
}

const planOfYear = (plans: readonly OfferedPlan[], year: number) => plans.find((plan) => plan.year === year)

function usualPlan(plans: readonly OfferedPlan[]): OfferedPlan | undefined {
  return plans.find(({ state, trial }) => state === 'OPEN' && !trial) ?? plans[0]
}

function toShown(plan: OfferedPlan) {
  return { ...plan, price: plan.priceFen, requiredHours: toHoursPerSubject(requiredHoursOf(plan)) }
}
