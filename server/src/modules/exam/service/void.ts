import { type Author, auditStaff } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { withdrawHours } from '../../certification_grant/service.ts'
import { notify } from '../../message/service.ts'
import { lockSignCourses } from '../../sign/service.ts'
import { givenBackMessage, keptMessage, voidedMessage } from '../messages.ts'
import { listSittings, lockAttempt } from '../store/attempts.ts'
import { setReviewed, setVoided } from '../store/voids.ts'
import { reopenRound } from './round.ts'

interface Voiding {
  attemptId: string
  reason: string
  /** it uses up none of the round's attempts either */
  givenBack?: boolean
}

/**
 * Voids a handed-in sitting in the caller's transaction: the hours of a pass are reversed, a proof that stood on them is revoked
 * (product §4 Exam). Who may, and that two people agreed, is the caller's to see to. False when nothing was left to do.
 */
export async function voidAttempt(
  tx: Tx,
  deps: Deps,
  staff: Author,
  { attemptId, reason, givenBack = false }: Voiding,
): Promise<boolean> {
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  if (!attempt.submittedAt) refuse('exam.notSubmitted')
  if (attempt.voidedAt && !(givenBack && attempt.counts)) return false
  await setVoided(tx, attemptId, { reason, givenBack })
  // a payment that pays the year anew credits its passes under the sign's lock: it has done so now, or sees that this one is void
  const [course] = await lockSignCourses(tx, [attempt.signCourseId])
  if (!course) throw new Error('the sign course of an attempt is gone')
  if (givenBack) await reopenRound(tx, attempt)
  const { studentId } = attempt
  const withdrawn = await withdrawHours(tx, deps, {
    ...{ source: 'COURSE', sourceId: attemptId, studentId, year: course.year },
    actor: staff.username,
    reason: `考试作废：${reason}`,
  })
  const detail = { reason, studentId, givenBack, hoursReversed: withdrawn }
  await auditStaff(tx, staff, 'exam.voided', attemptId, detail)
  const told = { attemptId, no: attempt.no, course }
  await notify(
    tx,
    givenBack ? givenBackMessage(told, reason) : voidedMessage(told, reason, withdrawn),
  )
  return true
}

/** Two people have looked at a flagged sitting and found nothing: the flag goes, and the student is told. */
export async function keepAttempt(tx: Tx, attemptId: string): Promise<void> {
  await setReviewed(tx, attemptId)
  const sitting = (await listSittings(tx, [attemptId])).get(attemptId)
  if (sitting) await notify(tx, keptMessage(sitting))
}
