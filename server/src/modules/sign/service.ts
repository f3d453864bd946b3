import type { RefusalKey } from '@ce/contract'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { maySeeSign } from './policy.ts'
import { findFirstYear } from './store/first-year.ts'
import { findSignCourse, type SignCourse } from './store.ts'

export { isBefore, isOwnYear, type OwnYears, shownYears } from './shown-years.ts'
export { type Buckets, bucketsFull, type SignState, signStateOf } from './state.ts'
export { countMove, listUnmoved, moveUnbegun } from './store/unbegun.ts'
export { listUnstudied, type Unstudied } from './store/unstudied.ts'
export {
  exchangeCourses,
  findEvaluation,
  findSignCourse,
  forgetEvaluationTexts,
  insertEvaluation,
  listSignCourses,
  listSigns,
  lockOrMakeSign,
  lockOrMakeSigns,
  lockRounds,
  lockSign,
  lockSignCourses,
  lockSigns,
  lockSignsFor,
  lockSignsOfStudents,
  moveSigns,
  replaceChoices,
  type Sign,
  type SignChoice,
  type SignCourse,
  setPaid,
  setRefunded,
  setRounds,
} from './store.ts'

/** The student's own sign course; another's answers as a missing one, with the asking module's own words. */
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

/** The first year that a student is asked about; null: every year. */
export async function firstYearOf(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  studentId: string,
): Promise<number | null> {
  return findFirstYear(db, studentId, await settings.get('student.registrationYears'))
}

/** Paid and not refunded. */
export function isPaid(row: { paidAt: Date | null; refundedAt: Date | null }): boolean {
  return row.paidAt !== null && row.refundedAt === null
}
