import type { RefusalKey } from '@ce/contract'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maySeeSign } from './policy.ts'
import { findFirstYearOfStudent, findSignCourse, type SignCourse } from './store.ts'

export {
  countMovedSignCourses,
  listSignsToMove as listUnmoved,
  listUnstudiedYears,
  type MovedSignCourse,
  moveSignsToVersion as moveUnbegun,
  type UnstudiedYear,
} from './store/not-started.ts'
export {
  exchangeCoursesOfSigns,
  findEvaluation,
  findSignCourse,
  forgetEvaluationTexts,
  insertEvaluation,
  listSignCourses,
  listSigns,
  lockOrCreateSign,
  lockOrCreateSigns,
  lockSign,
  lockSignCourses,
  lockSigns,
  lockSignsOfPlans,
  lockSignsOfStudents,
  lockStudyRounds,
  moveSigns,
  replaceChosenCourses,
  type Sign,
  type SignCourse,
  type SignCourseChoice,
  setSignRefunded,
  setSignsPaidAt,
  setStudyRounds,
} from './store.ts'

/**
 * Finds a sign course of this student.
 * @param missing the refusal for an unknown sign course or one of another student
 */
export async function requireOwnSignCourse(
  db: Db,
  student: StudentActor,
  id: string,
  missing: RefusalKey = 'course.notFound',
): Promise<SignCourse> {
  const row = await findSignCourse(db, id)
  if (!row || !maySeeSign(student, row)) return refuse(missing)
  return row
}

export async function findFirstRelevantYear(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  studentId: string,
): Promise<number | null> {
  return findFirstYearOfStudent(db, studentId, await settings.get('student.registrationYears'))
}

export function isSignPaid(row: { paidAt: Date | null; refundedAt: Date | null }): boolean {
  return row.paidAt !== null && row.refundedAt === null
}
