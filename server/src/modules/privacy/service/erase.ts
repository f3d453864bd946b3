import { randomUUID } from 'node:crypto'
import { audit } from '../../../platform/audit.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { securityEvent } from '../../../platform/security-log.ts'
import { forgetDrafts, listStandingEvidence } from '../../course_reduce/service.ts'
import { forgetExamExtras } from '../../exam/service.ts'
import { expireOwned } from '../../file/service.ts'
import { forgetInvitations, lockAnswersOf } from '../../invitation/service.ts'
import { forgetTitles } from '../../invoice/service.ts'
import { forgetMessages, notify } from '../../message/service.ts'
import { openClosedMoney } from '../../order/service.ts'
import { forgetRosterRows } from '../../roster_import/service.ts'
import { forgetEvaluationTexts, listUnstudied } from '../../sign/service.ts'
import { erasedName, erasePerson, lockStudents, mergedAccounts } from '../../student/service.ts'
import { forgetStudyTraces } from '../../study/service.ts'
import {
  cancelClosing,
  findClosing,
  findHindrances,
  finishClosing,
  holdClosing,
  listDue,
  whatIsNeeded,
} from '../store/closings.ts'
import { forgetCorrections } from '../store/corrections.ts'
import { forgetExports } from '../store/exports.ts'
import { obstaclesOf } from './obstacles.ts'

/** each is a transaction of its own; the rest waits a minute */
const atOnce = 20

/** A job: carries out the wishes whose day has come. One that fails hinders no other, and is tried again later. */
export async function closeDueAccounts(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'privacy.closeDueAccounts'
  const items = await listDue(deps.db, { job, limit: atOnce })
  await sweepEach(deps.db, {
    job,
    items,
    subjectOf: ({ id }) => id,
    work: ({ id, studentId }) => closeAccount(deps, id, studentId),
    goesOn: goesOnUntil(stopping),
  })
  return items.length
}

/** All of it in one transaction: an account is there, or it is erased. */
async function closeAccount(deps: Deps, id: string, studentId: string): Promise<void> {
  // matches no digest; made before the locks are taken
  const passwordHash = await hashPassword(randomUUID())
  const ended = await inTransaction(deps.db, async (tx) => {
    // as an employer's order takes the locks: answers first
    await lockAnswersOf(tx, [studentId, ...(await mergedAccounts(tx, studentId))])
    await lockStudents(tx, [studentId])
    const closing = await findClosing(tx, id)
    // taken back, or done by another process, while we waited
    if (!closing || closing.cancelledAt || closing.doneAt) return []
    return carryOut(tx, deps, { id, studentId, passwordHash, lostFen: closing.lostFen })
  })
  await deps.sessions.spread(ended)
}

interface Closing {
  id: string
  studentId: string
  /** what the student agreed to lose */
  lostFen: number
  passwordHash: string
}

async function carryOut(tx: Tx, deps: Deps, closing: Closing): Promise<string[]> {
  const { id, studentId } = closing
  const merged = await mergedAccounts(tx, studentId)
  const rows = await lockStudents(tx, [studentId, ...merged])
  if (rows.some((row) => row.id === studentId && row.closedAt)) {
    // merged into another account meanwhile: that one goes on
    await cancelClosing(tx, id)
    return []
  }
  const obstacles = [
    ...obstaclesOf(await findHindrances(tx, studentId)),
    ...(await newLosses(tx, closing)),
  ]
  if (obstacles.length > 0) {
    await hold(tx, closing, obstacles)
    return []
  }
  const ids = rows.map((row) => row.id)
  // before anything is forgotten: what was paid and is not studied is finance's to decide about
  for (const one of ids) await openClosedMoney(tx, one, await listUnstudied(tx, one))
  const needed = await whatIsNeeded(tx, ids)
  const outcome = { needed, accounts: ids.length, ...(await forget(tx, ids)) }
  const ended: string[] = []
  for (const row of rows) {
    const { passwordHash } = closing
    ended.push(...(await erasePerson(tx, deps, row, { needed, passwordHash })))
  }
  await finishClosing(tx, id, outcome)
  const job = { ip: '', userAgent: '' }
  await securityEvent(tx, { ...job, studentId, event: 'ACCOUNT_ERASED' })
  await audit(tx, {
    actor: 'system',
    action: 'privacy.accountErased',
    subject: studentId,
    detail: outcome,
  })
  return ended
}

/** Money that came during the days of cooling off: nobody has agreed to lose it. */
async function newLosses(tx: Tx, { studentId, lostFen }: Closing): Promise<string[]> {
  const unstudied = await listUnstudied(tx, studentId)
  const lost = unstudied.reduce((sum, { left }) => sum + left, 0)
  return lost > lostFen
    ? ['申请之后又有缴费的课程没有学完，请先申请退款，或撤回后重新申请注销并确认金额']
    : []
}

/** What was opened during the days of cooling off is not lost: the student is told once for each reason. */
async function hold(tx: Tx, { id, studentId }: Closing, obstacles: string[]): Promise<void> {
  const held = obstacles.join('；')
  await holdClosing(tx, id, held)
  await notify(tx, {
    studentId,
    kind: 'ACCOUNT',
    event: `closing:${id}:${held}`.slice(0, 200),
    title: '注销账号暂缓',
    body: `您申请注销账号，但${held}。办结后会自动注销，也可以随时撤回申请。`,
    link: '/system/privacy',
  })
}

/** Everything that nothing needs, module by module; evidence of hours that stand is kept with them. */
async function forget(tx: Tx, ids: string[]) {
  // sums are counts: the outcome says nothing of the person
  return {
    corrections: await forgetCorrections(tx, ids),
    exports: await forgetExports(tx, ids),
    drafts: await forgetDrafts(tx, ids),
    evaluations: await forgetEvaluationTexts(tx, ids),
    studyTraces: await forgetStudyTraces(tx, ids),
    messages: await forgetMessages(tx, ids),
    titles: await forgetTitles(tx, ids),
    invitations: await forgetInvitations(tx, ids, erasedName),
    examExtras: await forgetExamExtras(tx, ids),
    rosterRows: await forgetRosterRows(tx, ids),
    files: await expireOwned(tx, ids, await listStandingEvidence(tx, ids)),
  }
}
