import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import {
  type ExamRules,
  insertLessons,
  insertVersion,
  type NewLesson,
  publishVersion,
} from './versions.ts'

/** A course as itself: what it is, without a year. */
export type Course = Awaited<ReturnType<typeof listCourses>>[number]

/** How a course is shown, with who teaches it. */
export const courseColumns = [
  'course.title',
  'course.intro',
  'course.subject',
  'course.coverFileId',
  'course.trialSeconds',
  'teacher.name as teacherName',
  'teacher.titleCode as teacherTitleCode',
  'teacher.employer as teacherEmployer',
  'teacher.intro as teacherIntro',
] as const

/**
 * Whether a film of the version `taught` came with the portal: films of lessons that no member of staff has uploaded are the demonstration's,
 * minutes long whatever the course's hours are. It ends by itself once staff publish films of their own.
 */
export const hasDemoFilms =
  sql<boolean>`exists (select from lesson join file on file.id = lesson.video_file_id
  where lesson.version_id = taught.id and file.staff_id is null)`.as('demo')

const selectCourse = (db: Db) =>
  db
    .selectFrom('course')
    .innerJoin('teacher', 'teacher.id', 'course.teacherId')
    .select(['course.id', ...courseColumns])

/** Whatever its state, also one that no plan offers. */
export function findCourse(db: Db, courseId: string) {
  return selectCourse(db).where('course.id', '=', courseId).executeTakeFirst()
}

/** In no order; ids that name nothing are left out. */
export function listCourses(db: Db, courseIds: string[]) {
  return selectCourse(db).where('course.id', '=', sql<string>`any(${courseIds}::uuid[])`).execute()
}

/** A course that at least one plan offers, with the version a new student gets; any other is not shown to anybody. */
export function findOfferedCourse(db: Db, courseId: string) {
  return selectCourse(db)
    .innerJoin('courseVersion as taught', 'taught.id', 'course.currentVersionId')
    .select(['taught.id as versionId', hasDemoFilms])
    .where('course.id', '=', courseId)
    .where('course.withdrawnAt', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('planCourse')
          .innerJoin('plan', 'plan.id', 'planCourse.planId')
          .select('planCourse.id')
          .whereRef('planCourse.courseId', '=', 'course.id')
          .where('plan.openedAt', 'is not', null),
      ),
    )
    .executeTakeFirst()
}

export interface NewCourse {
  code: string
  title: string
  intro: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  coverFileId: string | null
  trialSeconds: number
  teacher: { name: string; titleCode: number; employer: string; intro: string }
  lessons: NewLesson[]
  rules?: Partial<ExamRules>
}

/** A published course with its teacher and lessons, as seeds and tests bring it. */
export async function insertCourse(db: Db, course: NewCourse): Promise<string> {
  const { teacher, lessons, rules, ...fields } = course
  const teacherRow = await db
    .insertInto('teacher')
    .values(teacher)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: courseId } = await db
    .insertInto('course')
    .values({ ...fields, teacherId: teacherRow.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const versionId = await insertVersion(db, { courseId, no: 1, ...rules })
  await insertLessons(db, { courseId, versionId }, lessons)
  await publishVersion(db, { courseId, versionId }, { by: 'system', note: '' })
  return courseId
}
