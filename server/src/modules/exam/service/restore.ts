import { auditStaff } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { restoreHours } from '../../certification_grant/service.ts'
import { notify } from '../../message/service.ts'
import { isPaid, lockSignCourses } from '../../sign/service.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { restoredMessage } from '../messages.ts'
import { lockAttempt } from '../store/attempts.ts'
import { hasCreditedPass, lockCourseSittings, setRestored } from '../store/voids.ts'
import { requireSeen } from './consequences.ts'
import { reopenRound } from './round.ts'

interface Restoring {
  attemptId: string
  reason: string
  decisionId: string
  seen: string[] | undefined
}

/**
 * Undoes a void or a reset in the caller's transaction: result, hours, proof and round become as if it had not been. Hours come back by an entry of
 * their own, as of their first day, and never beside another pass of the course or for money that was given back. That two people agreed is the
 * caller's to see to.
 */
export async function restoreAttempt(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { attemptId, reason, decisionId, seen }: Restoring,
): Promise<void> {
  await lockCourseSittings(tx, attemptId)
  const attempt = (await lockAttempt(tx, attemptId, 0)) ?? refuse('exam.attemptNotFound')
  const { voidedAt, studentId } = attempt
  if (!voidedAt || !attempt.submittedAt) return refuse('exam.notVoid')
  // a refund and whoever pays anew hold the sign: what is seen from here on stays
  const [course] = await lockSignCourses(tx, [attempt.signCourseId])
  if (!course) throw new Error('the sign course of an attempt is gone')
  const list = await requireSeen(tx, attempt, 'RESTORE', seen)
  const covered = attempt.passed === true && (await hasCreditedPass(tx, attempt.signCourseId))
  await setRestored(tx, attemptId, covered)
  if (attempt.passed) await reopenRound(tx, attempt)
  let hoursRestored = false
  if (attempt.passed && !covered && isPaid(course)) {
    const { year, subject, hours, title } = course
    hoursRestored = await restoreHours(tx, deps, {
      ...{ source: 'COURSE', sourceId: attemptId, studentId, year, subject, hours, title },
      since: attempt.submittedAt,
      withdrawn: voidedAt,
      reason: '考试作废已撤销，学时恢复，换发新证明',
    })
  }
  if (!(await holdOpenAccounts(tx, [studentId])).has(studentId))
    refuse('exam.restoreBlocked', { problem: '学员的账号已注销，不能再恢复成绩' })
  const detail = { reason, studentId, decisionId, hoursRestored, covered }
  await auditStaff(tx, staff, 'exam.restored', attemptId, detail)
  const follows = list.slice(1, -1).join('')
  await notify(tx, restoredMessage({ attemptId, no: attempt.no, course }, decisionId, follows))
}
