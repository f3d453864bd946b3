import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageWithin } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  findRules,
  type Lesson,
  listLessons,
  listPlanCourses,
  listPlans,
  type Plan,
  type PlanCourse,
  requiredOf,
} from '../../catalogue/service.ts'
import { linkBeginning } from '../../file/service.ts'
import { asHours } from '../../hours/service.ts'
import { trialOf } from '../trial.ts'
import { fullTeacherOf } from '../view.ts'
import { offerOf, offersOf } from './offers.ts'

type Calls = (typeof clientCalls)['course']
type Asked = z.output<Calls['catalogue']['request']>
type OfYear = z.output<Calls['catalogueCourse']['request']>
/** A plan that can be signed up for, now or soon: no other is shown to visitors. */
type OfferedPlan = Plan & { state: 'UPCOMING' | 'OPEN' }

/** What can be signed up for, and a page of one year's courses. A year that is not offered has none. */
export async function catalogue({ db }: Pick<Deps, 'db'>, input: Asked) {
  const plans = await listOfferedPlans(db)
  const plan = input.year === undefined ? usualPlan(plans) : planOfYear(plans, input.year)
  const page = plan
    ? await offersOf(db, await listPlanCourses(db, plan.id), input)
    : pageWithin([], input)
  return { ...page, plans: plans.map(toShown), plan: plan ? toShown(plan) : null }
}

/** One course of a year with all that is public about it. @throws Refusal course.notFound */
export async function catalogueCourse({ db }: Pick<Deps, 'db'>, input: OfYear) {
  const { plan, course, lessons } = await requireOffered(db, input)
  return {
    ...offerOf(course),
    plan: toShown(plan),
    teacher: fullTeacherOf(course),
    canTrySee: trialOf(course, lessons) !== null,
    lessons: lessons.map((lesson) => ({ ...lesson, durationSeconds: lesson.durationDs / 10 })),
    exam: (await findRules(db, course.versionId)) ?? refuse('course.notFound'),
  }
}

/**
 * The first seconds of a course's first lesson for somebody without an account: a film of its own, not a link to the whole one. It leaves no
 * trace. @throws Refusal course.notFound, course.noTrial
 */
export async function catalogueTrial(deps: Pick<Deps, 'db' | 'files' | 'keys'>, input: OfYear) {
  const { course, lessons } = await requireOffered(deps.db, input)
  const trial = trialOf(course, lessons) ?? refuse('course.noTrial')
  const links = (await linkBeginning(deps, trial)) ?? refuse('course.noTrial')
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

/** The newest year first; trial years, which count for nothing, last. */
async function listOfferedPlans(db: Db): Promise<OfferedPlan[]> {
  const offered = (await listPlans(db)).filter(isOffered)
  return [...offered.filter(({ trial }) => !trial), ...offered.filter(({ trial }) => trial)]
}

function isOffered(plan: Plan): plan is OfferedPlan {
  return plan.state !== 'CLOSED'
}

const planOfYear = (plans: readonly OfferedPlan[], year: number) =>
  plans.find((plan) => plan.year === year)

/** What most visitors come for: the newest year that is open, else the next one to open. */
function usualPlan(plans: readonly OfferedPlan[]): OfferedPlan | undefined {
  return plans.find(({ state, trial }) => state === 'OPEN' && !trial) ?? plans[0]
}

function toShown(plan: OfferedPlan) {
  return { ...plan, price: plan.priceFen, requiredHours: asHours(requiredOf(plan)) }
}
