import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findSignCourse, type SignCourse } from '../../sign/service.ts'
import { maySitAttempt } from '../policy.ts'
import { type Attempt, findAttempt } from '../store/attempts.ts'
import { settleAttempt } from './finish.ts'
import { resultOf } from './result.ts'

/** One's own ended sitting and its course. An overdue one is ended first. @throws Refusal exam.attemptNotFound, notSubmitted */
export async function requireEnded(
  deps: Deps,
  student: StudentActor,
  attemptId: string,
): Promise<{ attempt: Attempt; course: SignCourse }> {
  const grace = await deps.settings.get('exam.graceSeconds')
  let attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt || !maySitAttempt(student, attempt)) return refuse('exam.attemptNotFound')
  if (attempt.overdue) {
    await settleAttempt(deps, attemptId)
    attempt = (await findAttempt(deps.db, attemptId, grace)) ?? attempt
  }
  if (!attempt.submittedAt) return refuse('exam.notSubmitted')
  const course = await findSignCourse(deps.db, attempt.signCourseId)
  if (!course) throw new Error('the sign course of an attempt is gone')
  return { attempt, course }
}

/** How the pages of an ended sitting are headed (contract: sitting). */
export function headOf(attempt: Attempt, course: SignCourse) {
  const { startedAt, submittedAt, voidedAt } = attempt
  if (!submittedAt) throw new Error('only an ended sitting has a page')
  const head = { signId: course.signId, id: course.id, courseTitle: course.title }
  return { ...resultOf(attempt), ...head, startedAt, submittedAt, voided: voidedAt !== null }
}
