import {
  type Approval,
  isRepeatedRequest,
  lockProposalToDecide,
  withdrawProposal,
} from '../../../../platform/approvals.ts'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maskPhone } from '../../../../platform/masked-numbers.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { holdPlansOf } from '../../../catalogue/service.ts'
import { moveHours } from '../../../credits/certification_grant/service/reissue.ts'
import { moveReductions } from '../../../credits/course_reduce/service/reverse.ts'
import { lockLedger } from '../../../credits/hours/service.ts'
import { lockAnswersOfStudents, moveInvitations } from '../../../employers/invitation/service.ts'
import { moveExamsToAccount } from '../../../exam/service/finish.ts'
import { lockAttemptsOfStudents } from '../../../exam/service.ts'
import { lockSignsOfStudents, moveSigns, setStudyRounds } from '../../../learning/sign/service.ts'
import { lockStudyClocks } from '../../../learning/study/service.ts'
import { withdrawAllConsents } from '../../../message/service/outside.ts'
import { moveUnreadMessages, notify } from '../../../message/service.ts'
import { lockOrdersOfStudents, moveOrdersToAccount } from '../../../money/order/service.ts'
import { closeMergedAccount, recordStaffActionEvent } from '../../../student/service/account.ts'
import { lockStudents, type StudentRow } from '../../../student/service.ts'
import { accountsMergedMessage } from '../messages.ts'
import {
  findMerge,
  hasOpenMerge,
  insertMerge,
  listMerges,
  type MergeOutcome,
  type MergeRow,
  mergeTable,
} from '../store/merges.ts'
import { describeMergeProposals, toMergeView } from './describe-merges.ts'
import { mergeSignsOfFreeYears } from './free-years.ts'
import { type AccountPair, readMergeFacts, requireMergePossible } from './merge-obstacles.ts'

const merges = {
  ...mergeTable,
  standing: ({ proposedBy: proposer, decision: state, deciderName: decider }) => ({
    proposer,
    state,
    decider,
  }),
  refusals: {
    missing: 'student_desk.notFound',
    secondPerson: 'student_desk.secondPerson',
    notProposer: 'student_desk.notProposer',
    decided: 'student_desk.decided',
  },
} satisfies Approval<MergeRow>

interface Proposal {
  id: string
  keptId: string
  closedId: string
  reason: string
}

export async function deskMerges(deps: Deps, staff: StaffAtWork, paging: PageRequest) {
  const { list, ...page } = await listMerges(deps.db, paging)
  return { list: await describeMergeProposals(deps, staff, list), ...page }
}

/**
 * Nothing changes before the decision (docs/decisions/010-merging-students.md). A repeated call returns the same
 * proposal.
 */
export async function proposeMerge(deps: Deps, staff: StaffAtWork, input: Proposal) {
  const { keptId, closedId } = input
  if (keptId === closedId) refuse('student_desk.sameAccount')
  await inTransaction(deps.db, async (tx) => {
    await lockBoth(tx, input)
    const there = await findMerge(tx, input.id)
    const row = { ...input, proposedBy: staff.staffId }
    if (there) return isRepeatedRequest(there, row) ? undefined : refuse('student_desk.keyUsed')
    await requireOpenAccounts(tx, input)
    if (await hasOpenMerge(tx, [keptId, closedId])) refuse('student_desk.mergeOpen')
    await requireMergePossible(tx, deps, input)
    await insertMerge(tx, row)
    const { reason } = input
    await auditStaff(tx, staff, 'student_desk.mergeProposed', closedId, { reason, keptId })
  })
  return answerOf(deps, staff, input.id)
}

export async function checkMerge(deps: Deps, pair: AccountPair) {
  if (pair.keptId === pair.closedId) refuse('student_desk.sameAccount')
  await inTransaction(deps.db, (tx) => requireOpenAccounts(tx, pair))
  return toMergeView(await readMergeFacts(deps.db, deps, pair))
}

interface Decision {
  id: string
  decision: 'DONE' | 'REJECTED'
  reason: string
}

/** An approved merge moves everything in one transaction. */
export async function decideMerge(deps: Deps, staff: StaffAtWork, input: Decision) {
  const { id, decision: state, reason } = input
  const isRepeat = ({ decision }: MergeRow) => decision === state
  const ended = await inTransaction(deps.db, async (tx) => {
    const { held: merge, waits } = await lockProposalToDecide(tx, merges, { staff, id, isRepeat })
    if (!waits) return []
    if (state === 'DONE') return carryOut(tx, deps, staff, merge, reason)
    await merges.end(tx, id, { state, by: staff.staffId, reason })
    const detail = { reason, keptId: merge.keptId }
    await auditStaff(tx, staff, 'student_desk.mergeRejected', merge.closedId, detail)
    return []
  })
  await deps.sessions.spread(ended)
  return answerOf(deps, staff, id)
}

/** Only the author can withdraw a proposal, and only before the decision. A repeated call changes nothing. */
export async function withdrawMerge(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  await withdrawProposal(deps.db, merges, { staff, id }, async (tx, row) => {
    await merges.end(tx, id, { state: 'WITHDRAWN', by: staff.staffId, reason: '' })
    const detail = { reason: row.reason, keptId: row.keptId }
    await auditStaff(tx, staff, 'student_desk.mergeWithdrawn', row.closedId, detail)
  })
  return answerOf(deps, staff, id)
}

async function carryOut(tx: Tx, deps: Deps, staff: StaffAtWork, merge: MergeRow, reason: string): Promise<string[]> {
  const { id, keptId, closedId } = merge
  const accounts = await lockAll(tx, merge)
  const overlap = await requireMergePossible(tx, deps, merge)
  const again = overlap?.courses ?? []
  await setStudyRounds(
    tx,
    again.map((course) => ({ signCourseId: course.id, round: course.round + 1 })),
  )
  const joined = await mergeSignsOfFreeYears(tx, merge)
  // Signs move before the exams, because voiding an attempt later searches the ledger of the student who owns the sign.
  await moveSigns(tx, closedId, keptId)
  // Checks again, because an exam may have started before the signs were locked.
  await requireMergePossible(tx, deps, merge)
  const orders = await moveOrdersToAccount(tx, closedId, keptId)
  await moveInvitations(tx, closedId, keptId)
  const exams = await moveExamsToAccount(tx, closedId, keptId)
  // Reductions move before the hours, because a later reversal searches the ledger of the applicant.
  await moveReductions(tx, deps, staff, { from: closedId, to: keptId })
  const { years, tenths, skipped, held } = await moveHours(tx, deps, {
    from: closedId,
    to: keptId,
    actor: `merge:${id}`,
    reason: '账号已合并，学时转入保留的账号',
    counted: joined.counted,
  })
  // Only consents of the closed account are withdrawn; those of the kept account stay valid.
  await withdrawAllConsents(tx, [closedId])
  await moveUnreadMessages(tx, closedId, keptId)
  const ended = await closeMergedAccount(tx, deps, accounts.closed, keptId)
  const outcome: MergeOutcome = { years, orders, hours: tenths, skipped, restarted: again.length }
  const made = JSON.stringify(outcome)
  await merges.end(tx, id, { state: 'DONE', by: staff.staffId, reason, outcome: made })
  await recordStaffActionEvent(tx, keptId, 'MERGED', staff.ip)
  await recordStaffActionEvent(tx, closedId, 'MERGED', staff.ip)
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
  await notify(tx, accountsMergedMessage(keptId, { id, closedPhone, restarted: again.length }))
  return ended
}

/** The rows are locked in the global order (decision 049). @throws Refusal student_desk.closed, notFound. */
async function lockAll(tx: Tx, merge: AccountPair) {
  const both = [merge.keptId, merge.closedId].sort()
  await lockAnswersOfStudents(tx, both)
  await holdPlansOf(tx, both)
  await lockAttemptsOfStudents(tx, both)
  await lockStudyClocks(tx, both)
  await lockSignsOfStudents(tx, both)
  for (const account of both) await lockLedger(tx, account)
  await lockOrdersOfStudents(tx, both)
  return requireOpenAccounts(tx, merge)
}

async function lockBoth(tx: Tx, { keptId, closedId }: AccountPair) {
  const rows = await lockStudents(tx, [keptId, closedId])
  const kept = rows.find(({ id }) => id === keptId)
  const closed = rows.find(({ id }) => id === closedId)
  return { kept, closed }
}

async function requireOpenAccounts(tx: Tx, pair: AccountPair): Promise<{ kept: StudentRow; closed: StudentRow }> {
  const { kept, closed } = await lockBoth(tx, pair)
  if (!kept || !closed) return refuse('student_desk.notFound')
  if (kept.closedAt || closed.closedAt) refuse('student_desk.closed')
  return { kept, closed }
}

async function answerOf(deps: Deps, staff: StaffAtWork, id: string) {
  const row = await findMerge(deps.db, id)
  const [shown] = await describeMergeProposals(deps, staff, row ? [row] : [])
  return shown ?? refuse('student_desk.notFound')
}
