import type { AuditAction } from '@ce/contract'
import { caseOutcomeNames } from '@ce/contract/state-names'
import { sql } from 'kysely'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { yuanOf } from '../../../platform/payments/yuan.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { hasUploaded, keepUploaded } from '../../file/service.ts'
import { tellsStudent } from '../case-messages.ts'
import { needsSecondPerson, type Outcome, outcomesOf } from '../case-rules.ts'
import { mayDecideRefund, mayWithdrawRefund } from '../policy.ts'
import {
  type CaseDecision,
  endDecision,
  findCase,
  findCaseOf,
  findDecision,
  hasUndone,
  insertDecision,
  lockCases,
  type MoneyCase,
  restOf,
  sumDecidedAlone,
} from '../store/cases.ts'
import { resolveDifference } from '../store/differences.ts'
import { type Afterwards, applyDecision, beginReturned, type Deciding } from './case-effects.ts'
import { requireReference } from './case-reference.ts'
import { requireMaySettle } from './case-rights.ts'
import { lockTarget, type Target } from './case-target.ts'
import { sendRefund } from './refund.ts'
import { closeLeft } from './settle.ts'

/** What somebody of the staff does about a case. */
export interface Proposal {
  /** made by the client: a repeat finds the same decision */
  id: string
  caseId: string
  /** of the case that they read: it may have become another since */
  foundAt: string
  outcome: Outcome
  amountFen: number
  orderNo?: string | undefined
  signId?: string | undefined
  refundNo?: string | undefined
  reference?: string | undefined
  fileId?: string | undefined
  reason: string
}

/** needs a number, and is compared by it */
const byReference: readonly Outcome[] = ['BILL_ROW', 'RETURNED', 'RECOVERED']
/** needs a file */
const byEvidence: readonly Outcome[] = ['RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF', 'CONFIRMED']

/** Where one person is enough, the case is settled with it; else it waits for another. A repeat answers as the first time. */
export async function proposeDecision(deps: Deps, staff: StaffAtWork, input: Proposal) {
  const afterwards = await inTransaction(deps.db, (tx) => enterProposal(tx, deps, staff, input))
  await doAfterwards(deps, afterwards)
}

/** The second person's word. A repeat answers as the first time. @returns the case */
export async function decideCase(deps: Deps, staff: StaffAtWork, input: Word): Promise<string> {
  const asked = (await findDecision(deps.db, input.id)) ?? refuse('order.decisionNotFound')
  if (!mayDecideRefund(staff, asked)) refuse('order.caseSecondPerson')
  requireMaySettle(staff, asked.outcome)
  const afterwards = await inTransaction(deps.db, (tx) => enterWord(tx, deps, staff, input))
  await doAfterwards(deps, afterwards)
  return asked.caseId
}

export interface Word {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  reason: string
}

/** Takes one's own back while nobody has decided. A repeat answers as the first time. @returns the case */
export async function withdrawDecision(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const asked = (await findDecision(deps.db, id)) ?? refuse('order.decisionNotFound')
  if (!mayWithdrawRefund(staff, asked)) refuse('order.notAsker')
  await inTransaction(deps.db, async (tx) => {
    const row = await lockedCase(tx, asked.caseId)
    const now = await findDecision(tx, id)
    if (now?.state === 'WITHDRAWN') return
    if (now?.state !== 'OPEN') refuse('order.decisionDecided')
    await endDecision(tx, id, { state: 'WITHDRAWN', by: staff.username, reason: null })
    await tell(tx, staff, 'finance.caseWithdrawn', row, asked, asked.reason)
  })
  return asked.caseId
}

/** @param onlyTried in a transaction that is given up: what waits for a second person is decided by nobody */
export async function enterProposal(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  input: Proposal,
  onlyTried = false,
): Promise<Afterwards> {
  requireMaySettle(staff, input.outcome)
  const there = await findDecision(tx, input.id)
  if (there && onlyTried) return enterWord(tx, deps, { ...staff, username: nobody }, yesTo(there))
  if (there) return requireSame(there, staff, input)
  const before = (await findCase(tx, input.caseId)) ?? refuse('order.differenceNotFound')
  const { id, caseId, outcome, reason } = input
  const named = {
    orderNo: input.orderNo ?? null,
    signId: input.signId ?? null,
    refundNo: input.refundNo ?? null,
  }
  const target = await lockTarget(tx, before, { outcome, ...named })
  const row = await lockedCase(tx, caseId)
  await requireStuck(tx, row, target)
  requireOpen(row, input.foundAt)
  requireAllowed(row, target, input)
  const fileId = byEvidence.includes(outcome) ? await evidenceOf(tx, staff, input) : null
  const typed = byReference.includes(outcome)
    ? (input.reference ?? refuse('order.caseNoReference'))
    : outcome === 'PAYS_ORDER' ||
        (row.kind !== 'REFUND_UNKNOWN' && row.kind !== 'REFUND_NOT_BOOKED')
      ? null
      : numberOf(row)
  const { counterId, reference } = await counterOf(tx, row, target, {
    id,
    outcome,
    amountFen: input.amountFen,
    reference: typed,
  })
  const refundNo = target.refund?.refundNo ?? null
  const threshold = await deps.settings.get('finance.secondPersonFen')
  const alone = await sumDecidedAlone(tx, row)
  const second = needsSecondPerson({ ...row, refundNo }, input, threshold - alone)
  const orderNo = target.order?.orderNo ?? null
  const entered = await insertDecision(tx, {
    ...{ id, caseId, counterId, outcome, reason, second, refundNo, reference, fileId, orderNo },
    amountFen: input.amountFen,
    signId: outcome === 'PAYS_ORDER' ? null : (target.line?.signId ?? null),
    askedBy: staff.username,
  })
  if (!entered) refuse('order.caseWaits')
  if (fileId) await keepUploaded(tx, fileId)
  const decision = (await findDecision(tx, id)) ?? refuse('order.decisionNotFound')
  await tell(
    tx,
    staff,
    second ? 'finance.caseProposed' : 'finance.caseDecided',
    row,
    decision,
    reason,
  )
  if (!second) return count(tx, deps, { row, decision, target, staff })
  if (!onlyTried) return tryIt(tx, deps, staff, decision)
  return enterWord(tx, deps, { ...staff, username: nobody }, yesTo(decision))
}

/** What the second person could not agree to is refused at once: it is done, and given up again. */
async function tryIt(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  decision: CaseDecision,
): Promise<Afterwards> {
  await sql`savepoint tried`.execute(tx)
  await enterWord(tx, deps, { ...staff, username: nobody }, yesTo(decision))
  await sql`set constraints all immediate`.execute(tx)
  await sql`rollback to savepoint tried`.execute(tx)
  return {}
}

/** who decides what is only tried: no username has this form */
const nobody = '-'
const yesTo = ({ id, reason }: CaseDecision): Word => ({ id, decision: 'APPROVED', reason })

async function enterWord(tx: Tx, deps: Deps, staff: StaffAtWork, input: Word): Promise<Afterwards> {
  const { id, decision: state, reason } = input
  const asked = (await findDecision(tx, id)) ?? refuse('order.decisionNotFound')
  const before = (await findCase(tx, asked.caseId)) ?? refuse('order.differenceNotFound')
  const target = await lockTarget(tx, before, asked)
  const cases = await lockCases(tx, [asked.caseId, ...(asked.counterId ? [asked.counterId] : [])])
  const row = cases.get(asked.caseId) ?? refuse('order.differenceNotFound')
  const now = (await findDecision(tx, id)) ?? refuse('order.decisionNotFound')
  if (now.state === state && now.decidedBy === staff.username) return {}
  if (now.state !== 'OPEN') refuse('order.decisionDecided')
  const end = { state, by: staff.username, reason }
  if (state === 'REFUSED') {
    await endDecision(tx, id, end)
    await tell(tx, staff, 'finance.caseRefused', row, asked, reason)
    return {}
  }
  await requireStuck(tx, row, target)
  requireOpen(row)
  requireAllowed(row, target, now)
  const { counterId } = await counterOf(tx, row, target, now)
  if (counterId !== now.counterId) refuse('order.differenceStale')
  // what a line's refund is called is known once it has begun
  if (now.outcome === 'REFUNDS_LINE')
    await beginReturned(tx, deps, { row, decision: now, target, staff })
  await endDecision(tx, id, end)
  await tell(tx, staff, 'finance.caseDecided', row, now, reason)
  return count(tx, deps, { row, decision: now, target, staff })
}

/** The decision counts: its effects, its words, and – where nothing is left – the end of the case, and of the one that it settles as well. */
async function count(tx: Tx, deps: Deps, deciding: Deciding): Promise<Afterwards> {
  const { row, staff } = deciding
  const decision = (await findDecision(tx, deciding.decision.id)) ?? deciding.decision
  const afterwards = await applyDecision(tx, deps, { ...deciding, decision })
  for (const id of [row.id, decision.counterId]) {
    const now = id ? await findCase(tx, id) : undefined
    if (now?.state !== 'OPEN' || restOf(now) > 0) continue
    await resolveDifference(tx, now.id, staff.username, summaryOf(decision))
  }
  return afterwards
}

/** What ended a case, in one line of the list. */
function summaryOf({ outcome, amountFen, reference, reason }: CaseDecision): string {
  const sum = amountFen > 0 ? ` ¥${yuanOf(amountFen)}` : ''
  const number = reference ? `，凭证号 ${reference}` : ''
  return `${caseOutcomeNames[outcome]}${sum}${number}：${reason}`
}

async function lockedCase(tx: Tx, id: string): Promise<MoneyCase> {
  return (await lockCases(tx, [id])).get(id) ?? refuse('order.differenceNotFound')
}

function requireOpen(row: MoneyCase, foundAt?: string): void {
  if (row.state !== 'OPEN') refuse('order.differenceResolved')
  if (foundAt !== undefined && row.foundAt.getTime() !== Date.parse(foundAt))
    refuse('order.differenceStale')
}

/** Whether a case of this kind ends so, and by this sum. */
function requireAllowed(
  row: MoneyCase,
  { refund, order }: Target,
  { outcome, amountFen }: { outcome: Outcome; amountFen: number },
): void {
  const rest = restOf(row)
  const facts = { ...row, rest, ofOrder: row.orderNo !== null }
  if (!outcomesOf(facts).includes(outcome)) refuse('order.caseOutcome')
  const most = outcome === 'CONFIRMED' ? rest : Math.min(rest, refund?.dueFen ?? rest)
  // what the channel gave by our own number it gave whole: no rest is asked for besides
  const isWhole = outcome === 'CONFIRMED' || row.kind === 'REFUND_NOT_BOOKED'
  const isWrong = isWhole ? amountFen !== rest : amountFen === 0
  if (amountFen > most || isWrong) refuse('order.caseSum', { rest: yuanOf(most) })
  if (outcome === 'PAYS_ORDER' && !order) refuse('order.notFound')
}

/** Money of a refund that goes on at its channel, or that it gave, is not given back by other ways besides. */
async function requireStuck(tx: Tx, row: MoneyCase, { refund }: Target): Promise<void> {
  if (row.kind !== 'REFUND_STUCK') return
  // what was booked by a decision that was undone is not back
  if (refund?.status === 'DONE' && !(await hasUndone(tx, refund.refundNo)))
    refuse('order.refundDone')
  if (row.state === 'HEALED') refuse('order.refundNotStuck')
}

/** The evidence: a file that this person has uploaded for it. */
async function evidenceOf(tx: Tx, staff: StaffAtWork, { fileId }: Proposal): Promise<string> {
  if (!fileId) return refuse('order.caseNoEvidence')
  if (!(await hasUploaded(tx, fileId, 'MONEY', staff.staffId))) refuse('order.caseNoEvidence')
  return fileId
}

/** The other case that is settled as well: the row of a bill that a number names, or the refund that waits for what came back. */
async function counterOf(
  tx: Tx,
  row: MoneyCase,
  { refund }: Target,
  {
    id,
    outcome,
    amountFen,
    reference,
  }: Pick<CaseDecision, 'id' | 'outcome' | 'amountFen' | 'reference'>,
): Promise<{ counterId: string | null; reference: string | null }> {
  if (reference && byReference.includes(outcome))
    return requireReference(tx, { id, outcome, amountFen, reference, row })
  if (outcome !== 'IN_PLACE_OF' || !refund) return { counterId: null, reference }
  const stuck = await findCaseOf(tx, 'REFUND_STUCK', refund.refundNo)
  const isSettled = stuck?.state === 'OPEN' && restOf(stuck) >= amountFen
  return { counterId: isSettled ? stuck.id : null, reference }
}

/** The number of the refund that a case is about, as its channel has it. */
function numberOf({ subject }: MoneyCase): string {
  return subject.split(' ').at(-1) ?? subject
}

function requireSame(there: CaseDecision, staff: StaffAtWork, input: Proposal): Afterwards {
  const { caseId, outcome, amountFen, reason, askedBy } = there
  const same =
    caseId === input.caseId &&
    outcome === input.outcome &&
    amountFen === input.amountFen &&
    reason === input.reason &&
    askedBy === staff.username
  if (!same) refuse('order.keyUsed')
  return {}
}

async function doAfterwards(deps: Deps, { refundNo, left }: Afterwards): Promise<void> {
  if (refundNo) await sendRefund(deps, refundNo)
  if (left) await closeLeft(deps, left)
}

function tell(
  tx: Tx,
  staff: StaffAtWork,
  action: AuditAction,
  row: MoneyCase,
  { id, outcome, amountFen, orderNo, refundNo, reference, fileId }: CaseDecision,
  reason: string,
): Promise<void> {
  return auditStaff(tx, staff, action, orderNo ?? row.orderNo ?? row.subject, {
    decisionId: id,
    ...{ kind: row.kind, subject: row.subject, outcome, amountFen, refundNo, reference, fileId },
    reason,
    ...(orderNo && { told: tellsStudent(outcome, row.sumFen > 0) }),
  })
}
