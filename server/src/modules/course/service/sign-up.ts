import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { pageWithin } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { playbackUrl, signedUrl } from '../../../platform/files/links.ts'
import {
  findOfferedCourse,
  findPlanByYear,
  listLessons,
  listPlanCourses,
  requiredOf,
} from '../../catalogue/service.ts'
import { asHours } from '../../hours/service.ts'
import { firstYearOf, isBefore, isOwnYear, listSignCourses } from '../../sign/service.ts'
import { trialOf } from '../trial.ts'
import { fullTeacherOf } from '../view.ts'
import { offersOf } from './offers.ts'
import { ownYears, readYears } from './years.ts'

type Course = (typeof clientCalls)['course']
type CourseListQuery = z.output<Course['courseList']['request']>

/**
 * Every training year with its window, price (fen) and the student's own sign of it. Years that closed before the student came are left out;
 * what is still open can be made up for.
 */
export async function yearList(deps: Deps, student: StudentActor) {
  const [years, since] = await Promise.all([
    readYears(deps.db, student.studentId),
    firstYearOf(deps, student.studentId),
  ])
  const { plans, signs } = years
  const own = ownYears(years, since)
  const shown = plans.filter(
    (plan) => plan.state !== 'CLOSED' || isOwnYear(plan, own) || !isBefore(plan, own),
  )
  const list = shown.map((plan) => {
    const sign = signs.get(plan.id)
    return {
      ...plan,
      planId: plan.id,
      price: plan.priceFen,
      requiredHours: asHours(requiredOf(plan)),
      signId: sign?.sign.id,
      signState: sign?.state,
      employerPays: sign?.employerPays ?? false,
    }
  })
  return { list }
}

/** A page of a year's courses in the plan's order; an unknown year has none. */
export async function courseList(deps: Deps, student: StudentActor, input: CourseListQuery) {
  const plan = await findPlanByYear(deps.db, input.year)
  if (!plan) return pageWithin([], input)
  const [offered, chosenRows] = await Promise.all([
    listPlanCourses(deps.db, plan.id),
    listSignCourses(deps.db, student.studentId),
  ])
  const chosen = new Set(chosenRows.map((row) => row.planCourseId))
  const { list, ...page } = await offersOf(deps.db, offered, input)
  return {
    list: list.map((offer) => ({ ...offer, chosen: chosen.has(offer.planCourseId) })),
    ...page,
  }
}

/** The beginning of the first lesson of an offered course; it earns nothing and leaves no trace. */
export async function trySee(deps: Deps, student: StudentActor, input: { id: string }) {
  const course = await findOfferedCourse(deps.db, input.id)
  if (!course) return refuse('course.notFound')
  const lessons = await listLessons(deps.db, [course.versionId])
  const trial = trialOf(course, lessons)
  if (!trial) return refuse('course.noTrial')
  return {
    ...course,
    teacher: fullTeacherOf(course),
    lessons: lessons.map((lesson) => ({ ...lesson, durationSeconds: lesson.durationDs / 10 })),
    trial: {
      videoUrl: playbackUrl(deps.keys, trial.videoFileId, student),
      captionsUrl:
        trial.captionsFileId &&
        signedUrl(deps.keys, 'files', trial.captionsFileId, student.studentId),
      seconds: trial.seconds,
    },
  }
}
