import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { pageOfList } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { createPlaybackUrl, createPrivateUrl } from '../../../platform/files/links.ts'
import { requiredHoursOf } from '../../catalogue/required-courses.ts'
import { findOfferedCourse, findPlanByYear, listLessons, listPlanCourses, type Plan } from '../../catalogue/service.ts'
import { emptyYearTotals, missingHoursOf, toHoursPerSubject } from '../../credits/hours/totals.ts'
import { findFirstRelevantYear, listSignCourses } from '../../learning/sign/service.ts'
import { hasSignOrHours, isBeforeRegistration as isBefore } from '../../learning/sign/shown-years.ts'
import { freePreviewOf, toTeacherDetail } from '../view.ts'
import { type PlanStep, planStepOf, shortestCourseChoice } from '../year-plan.ts'
import { toCourseOfferPage } from './offers.ts'
import { loadStudentYears, type SignYear, yearsOfStudent } from './years.ts'

const stateOf = (own: SignYear | undefined) => ({
  signState: own?.state,
  employerPays: own?.employerPays ?? false,
})

type Course = (typeof clientCalls)['course']

type CourseListQuery = z.output<Course['courseList']['request']>

/** Prices are in fen. Years that closed before the student registered are left out. */
export async function yearList(deps: Deps, student: StudentActor) {
  const [years, since] = await Promise.all([
    loadStudentYears(deps.db, student.studentId),
    findFirstRelevantYear(deps, student.studentId),
  ])
  const { plans, signs } = years
  const own = yearsOfStudent(years, since)
  const shown = plans.filter((plan) => plan.state !== 'CLOSED' || hasSignOrHours(plan, own) || !isBefore(plan, own))
  const list = shown.map((plan) => {
    const sign = signs.get(plan.id)
    return {
      ...plan,
      planId: plan.id,
      price: plan.priceFen,
      requiredHours: toHoursPerSubject(requiredHoursOf(plan)),
      signId: sign?.sign.id,
      signState: sign?.state,
      employerPays: sign?.employerPays ?? false,
    }
  })
  return { list }
}

export async function courseList(deps: Deps, student: StudentActor, input: CourseListQuery) {
  const plan = await findPlanByYear(deps.db, input.year)
  if (!plan) return pageOfList([], input)
  const [offered, chosenRows] = await Promise.all([
    listPlanCourses(deps.db, plan.id),
    listSignCourses(deps.db, student.studentId),
  ])
  const chosen = new Set(chosenRows.map((row) => row.planCourseId))
  const { list, ...page } = await toCourseOfferPage(deps.db, offered, input)
  return {
    list: list.map((offer) => ({ ...offer, chosen: chosen.has(offer.planCourseId) })),
    ...page,
  }
}

/** A preview of a course credits and records nothing. */
export async function trySee(deps: Deps, student: StudentActor, input: { id: string }) {
  const course = await findOfferedCourse(deps.db, input.id)
  if (!course) return refuse('course.notFound')
  const lessons = await listLessons(deps.db, [course.versionId])
  const trial = freePreviewOf(course, lessons)
  if (!trial) return refuse('course.noTrial')
  return {
    ...course,
    teacher: toTeacherDetail(course),
    lessons: lessons.map((lesson) => ({ ...lesson, durationSeconds: lesson.durationDs / 10 })),
    trial: {
      videoUrl: createPlaybackUrl(deps.keys, trial.videoFileId, student),
      captionsUrl:
        trial.captionsFileId && createPrivateUrl(deps.keys, 'files', trial.captionsFileId, student.studentId),
      seconds: trial.seconds,
    },
  }
}

export async function yearPlan(deps: Deps, student: StudentActor, { year }: { year?: number | undefined }) {
  const [years, since] = await Promise.all([
    loadStudentYears(deps.db, student.studentId),
    findFirstRelevantYear(deps, student.studentId),
  ])
  const { signs, totals } = years
  const own = yearsOfStudent(years, since)
  const plans = years.plans.filter((plan) =>
    year === undefined ? hasSignOrHours(plan, own) || !isBefore(plan, own) : plan.year === year,
  )
  const list = await Promise.all(
    plans.map(async (plan) => {
      const { earned } = totals.find(({ year }) => year === plan.year) ?? emptyYearTotals(plan.year)
      const missing = missingHoursOf(requiredHoursOf(plan), earned)
      const own = signs.get(plan.id)
      const step = planStepOf({ missing, earned, planState: plan.state, ...stateOf(own) })
      const offered = step === 'SIGN' ? await listPlanCourses(deps.db, plan.id) : []
      const way = step === 'SIGN' ? shortestCourseChoice(offered, plan.requiredProfessional) : []
      return {
        ...{ year: plan.year, title: plan.title, trial: plan.trial },
        ...{ step, signId: own?.sign.id ?? null },
        missing: toHoursPerSubject(missing),
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

/** Returns null if no date limits the next step. */
function untilOf(step: PlanStep, { signStartAt, signEndAt, studyEndAt }: Plan): Date | null {
  if (step === 'SIGN' || step === 'PAY') return signEndAt
  if (step === 'STUDY') return studyEndAt
  return step === 'WAIT' ? signStartAt : null
}
