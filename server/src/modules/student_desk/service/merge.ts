import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import { lockProposal } from '../../../platform/db/proposals.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { holdPlansOf } from '../../catalogue/service.ts'
import { moveHours } from '../../certification_grant/service.ts'
import { moveReductions } from '../../course_reduce/service.ts'
import { lockSittings, moveExams } from '../../exam/service.ts'
import { lockLedger } from '../../hours/service.ts'
import { lockAnswersOf, moveInvitations } from '../../invitation/service.ts'
import { endAllConsents, notify, passOnUnread } from '../../message/service.ts'
import { lockOrdersOfStudents, moveOrders } from '../../order/service.ts'
import { lockSignsOfStudents, moveSigns, setRounds } from '../../sign/service.ts'
import {
  closeAccount,
  lockStudents,
  maskPhone,
  type StudentRow,
  staffEvent,
} from '../../student/service.ts'
import { holdClocks } from '../../study/service.ts'
import { mergedMessage } from '../messages.ts'
import { mayDecide, mayWithdraw } from '../policy.ts'
import {
  findMerge,
  hasOpenMerge,
  insertMerge,
  listMerges,
  type MergeRow,
  type Outcome,
  setDecision,
} from '../store/merges.ts'
import { describeMerges, toShown } from './describe-merges.ts'
import { joinFreeYears } from './free-years.ts'
import { type Pair, readStanding, requireUnhindered } from './hindrances.ts'

interface Proposal {
  id: string
  keptId: string
  closedId: string
  reason: string
}

/** Every proposal, open ones first. */
export async function deskMerges(deps: Deps, staff: StaffAtWork, paging: Paging) {
  const { list, ...page } = await listMerges(deps.db, paging)
  return { list: await describeMerges(deps, staff, list), ...page }
}

/**
 * Proposes to merge two accounts of one person (docs/decisions/010-merging-students.md). Nothing of them changes until another
 * member of staff agrees. A repeat finds the same proposal.
 */
export async function proposeMerge(deps: Deps, staff: StaffAtWork, input: Proposal) {
  const { keptId, closedId } = input
  if (keptId === closedId) refuse('student_desk.sameAccount')
  await inTransaction(deps.db, async (tx) => {
    await lockBoth(tx, input)
    const there = await findMerge(tx, input.id)
    if (there) return requireSame(there, staff, input)
    await requireOpenAccounts(tx, input)
    if (await hasOpenMerge(tx, [keptId, closedId])) refuse('student_desk.mergeOpen')
    await requireUnhindered(tx, deps, input)
    await insertMerge(tx, { ...input, proposedBy: staff.staffId })
    const { reason } = input
    await auditStaff(tx, staff, 'student_desk.mergeProposed', closedId, { reason, keptId })
  })
  return answerOf(deps, staff, input.id)
}

/** What stands between two accounts, for whoever thinks of proposing a merge. */
export async function checkMerge(deps: Deps, pair: Pair) {
  if (pair.keptId === pair.closedId) refuse('student_desk.sameAccount')
  await inTransaction(deps.db, (tx) => requireOpenAccounts(tx, pair))
  return toShown(await readStanding(deps.db, deps, pair))
}

function requireSame(there: MergeRow, staff: StaffAtWork, asked: Proposal): void {
  const same =
    there.keptId === asked.keptId &&
    there.closedId === asked.closedId &&
    there.reason === asked.reason &&
    there.proposedBy === staff.staffId
  if (!same) refuse('student_desk.keyUsed')
}

interface Decision {
  id: string
  decision: 'DONE' | 'REJECTED'
  reason: string
}

/** The second person's word. Agreed: everything moves in one transaction, and the other account closes. */
export async function decideMerge(deps: Deps, staff: StaffAtWork, input: Decision) {
  const ended = await inTransaction(deps.db, async (tx) => {
    await lockProposal(tx, 'studentMerge', input.id)
    const merge = (await findMerge(tx, input.id)) ?? refuse('student_desk.notFound')
    if (!mayDecide(staff, merge)) refuse('student_desk.secondPerson')
    if (merge.decision === input.decision) return []
    if (merge.decision) refuse('student_desk.decided', { by: merge.deciderName })
    if (input.decision === 'DONE') return carryOut(tx, deps, staff, merge, input.reason)
    await setDecision(tx, merge.id, { ...input, by: staff.staffId, outcome: null })
    const { reason } = input
    const detail = { reason, keptId: merge.keptId }
    await auditStaff(tx, staff, 'student_desk.mergeRejected', merge.closedId, detail)
    return []
  })
  await deps.sessions.spread(ended)
  return answerOf(deps, staff, input.id)
}

/** Takes one's own proposal back while nobody has decided. A repeat changes nothing. */
export async function withdrawMerge(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  await inTransaction(deps.db, async (tx) => {
    await lockProposal(tx, 'studentMerge', id)
    const merge = (await findMerge(tx, id)) ?? refuse('student_desk.notFound')
    if (!mayWithdraw(staff, merge)) refuse('student_desk.notProposer')
    if (merge.decision === 'WITHDRAWN') return
    if (merge.decision) refuse('student_desk.decided', { by: merge.deciderName })
    const word = { decision: 'WITHDRAWN', by: staff.staffId, reason: '', outcome: null } as const
    await setDecision(tx, id, word)
    const detail = { reason: merge.reason, keptId: merge.keptId }
    await auditStaff(tx, staff, 'student_desk.mergeWithdrawn', merge.closedId, detail)
  })
  return answerOf(deps, staff, id)
}

async function carryOut(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  merge: MergeRow,
  reason: string,
): Promise<string[]> {
  const { id, keptId, closedId } = merge
  const accounts = await lockAll(tx, merge)
  const overlap = await requireUnhindered(tx, deps, merge)
  const again = overlap?.courses ?? []
  await setRounds(
    tx,
    again.map((course) => ({ signCourseId: course.id, round: course.round + 1 })),
  )
  const joined = await joinFreeYears(tx, merge)
  // signs first: an attempt's later void looks for its hours in the ledger of whom the sign belongs to
  await moveSigns(tx, closedId, keptId)
  // an exam begun while we waited for its sign came along: it must end first
  await requireUnhindered(tx, deps, merge)
  const orders = await moveOrders(tx, closedId, keptId)
  await moveInvitations(tx, closedId, keptId)
  const exams = await moveExams(tx, closedId, keptId)
  // before their hours: a later reversal looks in the ledger of whom the application belongs to
  await moveReductions(tx, deps, staff, { from: closedId, to: keptId })
  const { years, tenths, skipped, held } = await moveHours(tx, deps, {
    from: closedId,
    to: keptId,
    actor: `merge:${id}`,
    reason: '账号已合并，学时转入保留的账号',
    counted: joined.counted,
  })
  // what goes on is told by what its own student agreed to
  await endAllConsents(tx, [closedId])
  await passOnUnread(tx, closedId, keptId)
  const ended = await closeAccount(tx, deps, accounts.closed, keptId)
  const outcome: Outcome = { years, orders, hours: tenths, skipped, restarted: again.length }
  await setDecision(tx, id, { decision: 'DONE', by: staff.staffId, reason, outcome })
  await staffEvent(tx, keptId, 'MERGED', staff.ip)
  await staffEvent(tx, closedId, 'MERGED', staff.ip)
  const overlapSeconds = overlap?.seconds ?? 0
  const told = {
    reason,
    keptId,
    ...outcome,
    ...exams,
    overlapSeconds,
    joined: joined.courses,
    held,
  }
  await auditStaff(tx, staff, 'student_desk.merged', closedId, told)
  const closedPhone = maskPhone(accounts.closed.phone)
  await notify(tx, mergedMessage(keptId, { id, closedPhone, restarted: again.length }))
  return ended
}

/** Whatever a merge touches, in the order of everywhere (decision 049). @throws Refusal student_desk.closed, notFound */
async function lockAll(tx: Tx, merge: Pair) {
  const both = [merge.keptId, merge.closedId].sort()
  await lockAnswersOf(tx, both)
  await holdPlansOf(tx, both)
  await lockSittings(tx, both)
  await holdClocks(tx, both)
  await lockSignsOfStudents(tx, both)
  for (const account of both) await lockLedger(tx, account)
  await lockOrdersOfStudents(tx, both)
  return requireOpenAccounts(tx, merge)
}

async function lockBoth(tx: Tx, { keptId, closedId }: Pair) {
  const rows = await lockStudents(tx, [keptId, closedId])
  const kept = rows.find(({ id }) => id === keptId)
  const closed = rows.find(({ id }) => id === closedId)
  return { kept, closed }
}

/** Both accounts under their locks: nobody signs up, pays or is corrected meanwhile. */
async function requireOpenAccounts(
  tx: Tx,
  pair: Pair,
): Promise<{ kept: StudentRow; closed: StudentRow }> {
  const { kept, closed } = await lockBoth(tx, pair)
  if (!kept || !closed) return refuse('student_desk.notFound')
  if (kept.closedAt || closed.closedAt) refuse('student_desk.closed')
  return { kept, closed }
}

async function answerOf(deps: Deps, staff: StaffAtWork, id: string) {
  const row = await findMerge(deps.db, id)
  const [shown] = await describeMerges(deps, staff, row ? [row] : [])
  return shown ?? refuse('student_desk.notFound')
}
