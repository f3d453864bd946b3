import { type Author, auditStaff } from '../../../platform/audit.ts'
import { appNow, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { restoreHours, withdrawHours } from '../../certification_grant/service.ts'
import { notify } from '../../message/service.ts'
import { isPaid, lockSignCourses, type SignCourse } from '../../sign/service.ts'
import { givenBackMessage, keptMessage, voidedMessage } from '../messages.ts'
import { listSittings, lockAttempt } from '../store/attempts.ts'
import { lockCourseSittings, setReviewed, setVoided, uncover } from '../store/voids.ts'
import { requireSeen } from './consequences.ts'
import { reopenRound } from './round.ts'

interface Voiding {
  attemptId: string
  reason: string
  /** it uses up none of the round's attempts either */
  givenBack?: boolean
}

/**
 * A void that somebody decides who was shown what follows. @param seen the sentences that they were shown. False when it is void already
 * @throws Refusal exam.consequencesChanged
 */
export async function voidSeen(
  tx: Tx,
  deps: Deps,
  staff: Author,
  { attemptId, reason, seen }: { attemptId: string; reason: string; seen: string[] | undefined },
): Promise<boolean> {
  await lockCourseSittings(tx, attemptId)
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  if (!attempt.submittedAt) refuse('exam.notSubmitted')
  if (attempt.voidedAt) return false
  await requireSeen(tx, attempt, 'VOID', seen)
  await voidAttempt(tx, deps, staff, { attemptId, reason })
  return true
}

/**
 * Voids a handed-in sitting in the caller's transaction: the hours of a pass are reversed, a proof that stood on them is revoked
 * (product §4 Exam). Who may, that two people agreed and saw what follows, is the caller's to see to.
 */
export async function voidAttempt(
  tx: Tx,
  deps: Deps,
  staff: Author,
  { attemptId, reason, givenBack = false }: Voiding,
): Promise<void> {
  await lockCourseSittings(tx, attemptId)
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  if (!attempt.submittedAt) refuse('exam.notSubmitted')
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
  await creditUncovered(tx, deps, course)
  const { no, restoredAt } = attempt
  const told = { attemptId, no, restoredAt, course }
  await notify(
    tx,
    givenBack ? givenBackMessage(told, reason) : voidedMessage(told, reason, withdrawn),
  )
}

/** An earlier pass whose void was undone has no hours as long as this one had them: they are its own now. */
async function creditUncovered(tx: Tx, deps: Deps, course: SignCourse): Promise<void> {
  const earlier = await uncover(tx, course.id)
  if (!earlier?.submittedAt || !isPaid(course)) return
  const { studentId, year, subject, hours, title } = course
  const what = { source: 'COURSE', sourceId: earlier.id } as const
  await restoreHours(tx, deps, {
    ...what,
    ...{ studentId, year, subject, hours, title },
    since: earlier.submittedAt,
    withdrawn: await appNow(tx),
    reason: '学时改由本课程的另一次合格考试计入，换发新证明',
  })
}

/**
 * Two people have looked at a flagged sitting and found nothing: the flag goes, and the student is told that the pass stands. Where it is void or
 * lost by now there is nothing to tell.
 */
export async function keepAttempt(tx: Tx, attemptId: string): Promise<void> {
  const attempt = await lockAttempt(tx, attemptId, 0)
  await setReviewed(tx, attemptId)
  if (!attempt?.passed || attempt.voidedAt) return
  const sitting = (await listSittings(tx, [attemptId])).get(attemptId)
  if (sitting) await notify(tx, keptMessage(sitting))
}
