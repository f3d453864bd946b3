import { randomUUID } from 'node:crypto'
import { audit } from '../../../../platform/audit.ts'
import { hashPassword } from '../../../../platform/auth/passwords.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { recordSecurityEvent } from '../../../../platform/security-log.ts'
import { forgetReductionDrafts, listEvidenceOfCountedHours } from '../../../credits/course_reduce/service.ts'
import { forgetInvitations, lockAnswersOfStudents } from '../../../employers/invitation/service.ts'
import { forgetRehearsalsAndExtraTime } from '../../../exam/service.ts'
import { expireFilesOfStudents } from '../../../file/service.ts'
import { forgetEvaluationTexts, listUnstudiedYears } from '../../../learning/sign/service.ts'
import { forgetUncreditedStudyRows } from '../../../learning/study/service.ts'
import { forgetMessages, notify } from '../../../message/service.ts'
import { forgetInvoiceTitles } from '../../../money/invoice/service.ts'
import { openClosedAccountCases } from '../../../money/order/service/closed-account-money.ts'
import { erasedNameText, eraseStudentAccount } from '../../../student/service/erase.ts'
import { lockStudents, mergedAccounts } from '../../../student/service.ts'
import { forgetRosterRows } from '../../roster_import/store.ts'
import {
  cancelClosing,
  findClosing,
  findClosingObstacles,
  findRetainedIdentity,
  listDueClosings,
  postponeClosing,
  setClosingDone,
} from '../store/closings.ts'
import { forgetCorrections } from '../store/corrections.ts'
import { forgetDataCopies } from '../store/exports.ts'
import { closingObstacleTexts } from './closing.ts'

/** Accounts closed per run, each in its own transaction; the others wait a minute. */
const atOnce = 20

/** A closing that fails does not stop the others and is retried later. */
export async function closeDueAccounts(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'privacy.closeDueAccounts'
  const items = await listDueClosings(deps.db, { job, limit: atOnce })
  await sweepItemsOneByOne(deps.db, {
    job,
    items,
    subjectOf: ({ id }) => id,
    work: ({ id, studentId }) => closeAccount(deps, id, studentId),
    goesOn: continueUntilStopped(stopping),
  })
  return items.length
}

/** A single transaction erases the whole account. */
async function closeAccount(deps: Deps, id: string, studentId: string): Promise<void> {
  // This hash matches no password. It is computed before the locks.
  const passwordHash = await hashPassword(randomUUID())
  const ended = await inTransaction(deps.db, async (tx) => {
    /**
     * Responses to invitations are locked before students, in the same sequence as in an employer's order, so that no
     * deadlock is possible.
     */
    await lockAnswersOfStudents(tx, [studentId, ...(await mergedAccounts(tx, studentId))])
    await lockStudents(tx, [studentId])
    const closing = await findClosing(tx, id)
    // The closing was cancelled or done while this job waited for the lock.
    if (!closing || closing.cancelledAt || closing.doneAt) return []
    return carryOut(tx, deps, { id, studentId, passwordHash, lostFen: closing.lostFen })
  })
  await deps.sessions.spread(ended)
}

interface Closing {
  id: string
  studentId: string
  lostFen: number
  passwordHash: string
}

async function carryOut(tx: Tx, deps: Deps, closing: Closing): Promise<string[]> {
  const { id, studentId } = closing
  const merged = await mergedAccounts(tx, studentId)
  const rows = await lockStudents(tx, [studentId, ...merged])
  if (rows.some((row) => row.id === studentId && row.closedAt)) {
    // The account was merged meanwhile, so the closing ends and the other account stays open.
    await cancelClosing(tx, id)
    return []
  }
  const obstacles = [
    ...closingObstacleTexts(await findClosingObstacles(tx, studentId)),
    ...(await newLosses(tx, closing)),
  ]
  if (obstacles.length > 0) {
    await hold(tx, closing, obstacles)
    return []
  }
  const ids = rows.map((row) => row.id)
  // Paid years not yet studied become money cases before anything is deleted.
  for (const one of ids) await openClosedAccountCases(tx, one, await listUnstudiedYears(tx, one))
  const needed = await findRetainedIdentity(tx, ids)
  const outcome = { needed, accounts: ids.length, ...(await forget(tx, ids)) }
  const ended: string[] = []
  for (const row of rows) {
    const { passwordHash } = closing
    ended.push(...(await eraseStudentAccount(tx, deps, row, { needed, passwordHash })))
  }
  await setClosingDone(tx, id, outcome)
  const job = { ip: '', userAgent: '' }
  await recordSecurityEvent(tx, { ...job, studentId, event: 'ACCOUNT_ERASED' })
  await audit(tx, {
    actor: 'system',
    action: 'privacy.accountErased',
    subject: studentId,
    detail: outcome,
  })
  return ended
}

/**
 * Finds whether the amount that would be lost has grown since the student accepted it, because of payments in the
 * waiting days.
 */
async function newLosses(tx: Tx, { studentId, lostFen }: Closing): Promise<string[]> {
  const unstudied = await listUnstudiedYears(tx, studentId)
  const lost = unstudied.reduce((sum, { left }) => sum + left, 0)
  return lost > lostFen ? ['申请之后又有缴费的课程没有学完，请先申请退款，或撤回后重新申请注销并确认金额'] : []
}

/** Postpones the closing. The student is notified once for each reason. */
async function hold(tx: Tx, { id, studentId }: Closing, obstacles: string[]): Promise<void> {
  const held = obstacles.join('；')
  await postponeClosing(tx, id, held)
  await notify(tx, {
    studentId,
    kind: 'ACCOUNT',
    event: `closing:${id}:${held}`.slice(0, 200),
    title: '注销账号暂缓',
    body: `您申请注销账号，但${held}。办结后会自动注销，也可以随时撤回申请。`,
    link: '/system/privacy',
  })
}

/** Deletes the data of the accounts, except evidence of valid hours. */
async function forget(tx: Tx, ids: string[]) {
  // Counts only, so that the audit row contains no personal data.
  return {
    corrections: await forgetCorrections(tx, ids),
    exports: await forgetDataCopies(tx, ids),
    drafts: await forgetReductionDrafts(tx, ids),
    evaluations: await forgetEvaluationTexts(tx, ids),
    studyTraces: await forgetUncreditedStudyRows(tx, ids),
    messages: await forgetMessages(tx, ids),
    titles: await forgetInvoiceTitles(tx, ids),
    invitations: await forgetInvitations(tx, ids, erasedNameText),
    examExtras: await forgetRehearsalsAndExtraTime(tx, ids),
    rosterRows: await forgetRosterRows(tx, ids),
    files: await expireFilesOfStudents(tx, ids, await listEvidenceOfCountedHours(tx, ids)),
  }
}
