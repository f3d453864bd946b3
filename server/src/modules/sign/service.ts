import type { RefusalKey } from '@ce/contract'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/errors.ts'
import { maySeeSign } from './policy.ts'
import { findSignCourse, type SignCourse } from './store.ts'

export { shownYears } from './shown-years.ts'
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

/** Paid and not refunded. */
export function isPaid(row: { paidAt: Date | null; refundedAt: Date | null }): boolean {
  return row.paidAt !== null && row.refundedAt === null
}
