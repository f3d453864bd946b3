import { foldSearch } from '@ce/contract/fold-text'
import type { Db } from '../../../platform/db/database.ts'
import { type Paging, pageWithin } from '../../../platform/db/page.ts'
import { listLessons, type PlanCourse } from '../../catalogue/service.ts'
import { trialOf } from '../trial.ts'
import { coverUrlOf, teacherOf } from '../view.ts'

interface OfferFilter {
  subject?: PlanCourse['subject'] | undefined
  keyword?: string | undefined
}

/** A page of what a plan offers, in its order, as it is shown before anybody signs up. */
export async function offersOf(db: Db, offered: PlanCourse[], asked: OfferFilter & Paging) {
  const found = offered.filter((course) => matches(course, asked))
  const { list: shown, ...page } = pageWithin(found, asked)
  const lessons = await listLessons(
    db,
    shown.map((course) => course.versionId),
  )
  const lessonsByVersion = Map.groupBy(lessons, (lesson) => lesson.versionId)
  const list = shown.map((course) => ({
    ...offerOf(course),
    canTrySee: trialOf(course, lessonsByVersion.get(course.versionId) ?? []) !== null,
  }))
  return { list, ...page }
}

/** A course of a plan as everybody sees it. */
export function offerOf(course: PlanCourse) {
  return {
    ...course,
    planCourseId: course.id,
    id: course.courseId,
    coverUrl: coverUrlOf(course),
    teacher: teacherOf(course),
    hours: course.hours / 10,
    durationSeconds: course.durationDs / 10,
  }
}

/** The keyword is plain text, found in the title, the introduction or the teacher's name, however it is written. */
function matches(course: PlanCourse, { subject, keyword }: OfferFilter): boolean {
  if (subject && course.subject !== subject) return false
  const wanted = foldSearch(keyword ?? '')
  return [course.title, course.intro, course.teacherName].some((text) =>
    foldSearch(text).includes(wanted),
  )
}
