import type { AuditAction } from '@ce/contract'
import { caseOutcomeNames } from '@ce/contract/state-names'
import { sql } from 'kysely'
import {
  type Approval,
  isProposer,
  isRepeatedRequest,
  lockProposalToDecide,
  withdrawProposal,
} from '../../../../platform/approvals.ts'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { fenToYuan } from '../../../../platform/payments/channel-values.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { isUploadedBy } from '../../../file/service/uploaded.ts'
import { keepUploaded } from '../../../file/service.ts'
import { caseOutcomesOf, isSecondPersonNeededForCase, type MoneyCaseOutcome } from '../case-rules.ts'
import { isCaseDecisionNotified } from '../messages.ts'
import {
  type CaseDecision,
  findCaseDecision,
  findMoneyCase,
  findMoneyCaseBySubject,
  hasUndoneDecision,
  insertCaseDecision,
  lockMoneyCases,
  type MoneyCase,
  openAmountOfCase,
  setCaseDecisionEnded,
  sumDecidedByOnePerson,
} from '../store/cases.ts'
import { resolveDifference } from '../store/differences.ts'
import { closeOtherPayment } from './apply-payment.ts'
import {
  applyCaseDecision,
  type CaseChannelFollowUp,
  type CaseDecisionContext,
  startReturnedRefund,
} from './case-effects.ts'
import { type CaseTarget, lockCaseTarget, requireCaseReference, requireMayDecideCase } from './case-target.ts'
import { sendRefund } from './refund.ts'

interface HeldDecision {
  decision: CaseDecision
  row: MoneyCase
}

/**
 * Locks the case of a decision, and the case of the other side, then reads the decision. Callers have locked the order
 * and the payment before.
 */
const decisions: Approval<HeldDecision> = {
  async hold(tx, id) {
    const { caseId, counterId } = (await findCaseDecision(tx, id)) ?? refuse('order.decisionNotFound')
    const cases = await lockMoneyCases(tx, counterId ? [caseId, counterId] : [caseId])
    const decision = await findCaseDecision(tx, id)
    const row = cases.get(caseId) ?? refuse('order.differenceNotFound')
    return decision && { decision, row }
  },
  standing: ({ decision: { askedBy: proposer, state } }) => ({ proposer, state }),
  refusals: {
    missing: 'order.decisionNotFound',
    secondPerson: 'order.caseSecondPerson',
    notProposer: 'order.notAsker',
    decided: 'order.decisionDecided',
  },
}

export interface CaseProposalInput {
  /** Chosen by the client, so that a repeat finds the decision. */
  id: string
  caseId: string
  /** Time of the case as the author read it, to detect changes. */
  foundAt: string
  outcome: MoneyCaseOutcome
  amountFen: number
  orderNo?: string | undefined
  signId?: string | undefined
  refundNo?: string | undefined
  reference?: string | undefined
  fileId?: string | undefined
  reason: string
}

/** These outcomes need the number of a transfer. */
const byReference: readonly MoneyCaseOutcome[] = ['BILL_ROW', 'RETURNED', 'RECOVERED']
/** These outcomes need an evidence file. */
const byEvidence: readonly MoneyCaseOutcome[] = ['RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF', 'CONFIRMED']

/** Closes the case at once when one person is enough. A repeat gets the first response. */
export async function proposeCaseDecision(deps: Deps, staff: StaffAtWork, input: CaseProposalInput) {
  const afterwards = await inTransaction(deps.db, (tx) => insertCaseProposal(tx, deps, staff, input))
  await doAfterwards(deps, afterwards)
}

export async function decideCaseProposal(deps: Deps, staff: StaffAtWork, input: CaseDecisionInput): Promise<string> {
  const asked = (await findCaseDecision(deps.db, input.id)) ?? refuse('order.decisionNotFound')
  if (isProposer(staff, asked.askedBy)) refuse('order.caseSecondPerson')
  requireMayDecideCase(staff, asked.outcome)
  const afterwards = await inTransaction(deps.db, (tx) => enterWord(tx, deps, staff, input))
  await doAfterwards(deps, afterwards)
  return asked.caseId
}

export interface CaseDecisionInput {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  reason: string
}

/** Authors withdraw only their own undecided proposals. A repeat gets the first response. */
export async function withdrawCaseProposal(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { row } = await withdrawProposal(deps.db, decisions, { staff, id }, async (tx, held) => {
    const { row, decision } = held
    await setCaseDecisionEnded(tx, id, { state: 'WITHDRAWN', by: staff.username, reason: null })
    await tell(tx, staff, 'finance.caseWithdrawn', row, decision, decision.reason)
  })
  return row.id
}

/** @param onlyTried true for a trial without a second person, in a transaction that is rolled back */
export async function insertCaseProposal(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  input: CaseProposalInput,
  onlyTried = false,
): Promise<CaseChannelFollowUp> {
  requireMayDecideCase(staff, input.outcome)
  const there = await findCaseDecision(tx, input.id)
  if (there && onlyTried) return enterWord(tx, deps, { ...staff, username: nobody }, yesTo(there))
  const { id, caseId, outcome, amountFen, reason } = input
  const said = { caseId, outcome, amountFen, reason, askedBy: staff.username }
  if (there) return isRepeatedRequest(there, said) ? {} : refuse('order.keyUsed')
  const before = (await findMoneyCase(tx, caseId)) ?? refuse('order.differenceNotFound')
  const named = {
    orderNo: input.orderNo ?? null,
    signId: input.signId ?? null,
    refundNo: input.refundNo ?? null,
  }
  const target = await lockCaseTarget(tx, before, { outcome, ...named })
  const row = await lockedCase(tx, caseId)
  await requireStuck(tx, row, target)
  requireOpen(row, input.foundAt)
  requireAllowed(row, target, input)
  const fileId = byEvidence.includes(outcome) ? await evidenceOf(tx, staff, input) : null
  const typed = byReference.includes(outcome)
    ? (input.reference ?? refuse('order.caseNoReference'))
    : outcome === 'PAYS_ORDER' || (row.kind !== 'REFUND_UNKNOWN' && row.kind !== 'REFUND_NOT_BOOKED')
      ? null
      : numberOf(row)
  const { counterId, reference } = await counterOf(tx, row, target, {
    ...{ id, outcome, amountFen },
    reference: typed,
  })
  const refundNo = target.refund?.refundNo ?? null
  const threshold = await deps.settings.get('finance.secondPersonFen')
  const alone = await sumDecidedByOnePerson(tx, row)
  const second = isSecondPersonNeededForCase({ ...row, refundNo }, input, threshold - alone)
  const orderNo = target.order?.orderNo ?? null
  const entered = await insertCaseDecision(tx, {
    ...{ id, counterId, second, refundNo, reference, fileId, orderNo },
    ...said,
    signId: outcome === 'PAYS_ORDER' ? null : (target.line?.signId ?? null),
  })
  if (!entered) refuse('order.caseWaits')
  if (fileId) await keepUploaded(tx, fileId)
  const decision = (await findCaseDecision(tx, id)) ?? refuse('order.decisionNotFound')
  await tell(tx, staff, second ? 'finance.caseProposed' : 'finance.caseDecided', row, decision, reason)
  if (!second) return count(tx, deps, { row, decision, target, staff })
  if (!onlyTried) return tryIt(tx, deps, staff, decision)
  return enterWord(tx, deps, { ...staff, username: nobody }, yesTo(decision))
}

/** Applies the decision and rolls it back, so that an impossible decision is refused when it is proposed. */
async function tryIt(tx: Tx, deps: Deps, staff: StaffAtWork, decision: CaseDecision): Promise<CaseChannelFollowUp> {
  await sql`savepoint tried`.execute(tx)
  await enterWord(tx, deps, { ...staff, username: nobody }, yesTo(decision))
  await sql`set constraints all immediate`.execute(tx)
  await sql`rollback to savepoint tried`.execute(tx)
  return {}
}

/** Placeholder for the decider of a trial; no username looks like this. */
const nobody = '-'
const yesTo = ({ id, reason }: CaseDecision): CaseDecisionInput => ({
  id,
  decision: 'APPROVED',
  reason,
})

async function enterWord(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  input: CaseDecisionInput,
): Promise<CaseChannelFollowUp> {
  const { id, decision: state, reason } = input
  const asked = (await findCaseDecision(tx, id)) ?? refuse('order.decisionNotFound')
  const before = (await findMoneyCase(tx, asked.caseId)) ?? refuse('order.differenceNotFound')
  const target = await lockCaseTarget(tx, before, asked)
  const by = staff.username
  const isRepeat = ({ decision }: HeldDecision) => isRepeatedRequest(decision, { state, decidedBy: by })
  const { held, waits } = await lockProposalToDecide(tx, decisions, { staff, id, isRepeat })
  if (!waits) return {}
  const { row, decision: now } = held
  const end = { state, by, reason }
  if (state === 'REFUSED') {
    await setCaseDecisionEnded(tx, id, end)
    await tell(tx, staff, 'finance.caseRefused', row, asked, reason)
    return {}
  }
  await requireStuck(tx, row, target)
  requireOpen(row)
  requireAllowed(row, target, now)
  const { counterId } = await counterOf(tx, row, target, now)
  if (counterId !== now.counterId) refuse('order.differenceStale')
  // Start the refund first, because the decision stores the number of the refund.
  if (now.outcome === 'REFUNDS_LINE') await startReturnedRefund(tx, deps, { row, decision: now, target, staff })
  await setCaseDecisionEnded(tx, id, end)
  await tell(tx, staff, 'finance.caseDecided', row, now, reason)
  return count(tx, deps, { row, decision: now, target, staff })
}

/** Applies a decision and closes the case, and its counterpart, when nothing is left. */
async function count(tx: Tx, deps: Deps, deciding: CaseDecisionContext): Promise<CaseChannelFollowUp> {
  const { row, staff } = deciding
  const decision = (await findCaseDecision(tx, deciding.decision.id)) ?? deciding.decision
  const afterwards = await applyCaseDecision(tx, deps, { ...deciding, decision })
  for (const id of [row.id, decision.counterId]) {
    const now = id ? await findMoneyCase(tx, id) : undefined
    if (now?.state !== 'OPEN' || openAmountOfCase(now) > 0) continue
    await resolveDifference(tx, now.id, staff.username, summaryOf(decision))
  }
  return afterwards
}

function summaryOf({ outcome, amountFen, reference, reason }: CaseDecision): string {
  const sum = amountFen > 0 ? ` ¥${fenToYuan(amountFen)}` : ''
  const number = reference ? `，凭证号 ${reference}` : ''
  return `${caseOutcomeNames[outcome]}${sum}${number}：${reason}`
}

async function lockedCase(tx: Tx, id: string): Promise<MoneyCase> {
  return (await lockMoneyCases(tx, [id])).get(id) ?? refuse('order.differenceNotFound')
}

function requireOpen(row: MoneyCase, foundAt?: string): void {
  if (row.state !== 'OPEN') refuse('order.differenceResolved')
  if (foundAt !== undefined && row.foundAt.getTime() !== Date.parse(foundAt)) refuse('order.differenceStale')
}

function requireAllowed(
  row: MoneyCase,
  { refund, order }: CaseTarget,
  { outcome, amountFen }: { outcome: MoneyCaseOutcome; amountFen: number },
): void {
  const rest = openAmountOfCase(row)
  const facts = { ...row, rest, ofOrder: row.orderNo !== null }
  if (!caseOutcomesOf(facts).includes(outcome)) refuse('order.caseOutcome')
  const most = outcome === 'CONFIRMED' ? rest : Math.min(rest, refund?.dueFen ?? rest)
  /**
   * These decisions must cover the whole open amount: a refund with our number was paid in full, so no rest is
   * requested.
   */
  const isWhole = outcome === 'CONFIRMED' || row.kind === 'REFUND_NOT_BOOKED'
  const isWrong = isWhole ? amountFen !== rest : amountFen === 0
  if (amountFen > most || isWrong) refuse('order.caseSum', { rest: fenToYuan(most) })
  if (outcome === 'PAYS_ORDER' && !order) refuse('order.notFound')
}

/** Refuses when the channel is paying or has paid the refund, because it must not be paid outside the channel too. */
async function requireStuck(tx: Tx, row: MoneyCase, { refund }: CaseTarget): Promise<void> {
  if (row.kind !== 'REFUND_STUCK') return
  // A refund counts as not paid back when the decision about its money was undone.
  if (refund?.status === 'DONE' && !(await hasUndoneDecision(tx, refund.refundNo))) refuse('order.refundDone')
  if (row.state === 'HEALED') refuse('order.refundNotStuck')
}

async function evidenceOf(tx: Tx, staff: StaffAtWork, { fileId }: CaseProposalInput): Promise<string> {
  if (!fileId) return refuse('order.caseNoEvidence')
  if (!(await isUploadedBy(tx, fileId, 'MONEY', staff.staffId))) refuse('order.caseNoEvidence')
  return fileId
}

/** Finds the case of the other side: the bill row with the number, or the waiting refund. */
async function counterOf(
  tx: Tx,
  row: MoneyCase,
  { refund }: CaseTarget,
  { id, outcome, amountFen, reference }: Pick<CaseDecision, 'id' | 'outcome' | 'amountFen' | 'reference'>,
): Promise<{ counterId: string | null; reference: string | null }> {
  if (reference && byReference.includes(outcome))
    return requireCaseReference(tx, { id, outcome, amountFen, reference, row })
  if (outcome !== 'IN_PLACE_OF' || !refund) return { counterId: null, reference }
  const stuck = await findMoneyCaseBySubject(tx, 'REFUND_STUCK', refund.refundNo)
  const isSettled = stuck?.state === 'OPEN' && openAmountOfCase(stuck) >= amountFen
  return { counterId: isSettled ? stuck.id : null, reference }
}

function numberOf({ subject }: MoneyCase): string {
  return subject.split(' ').at(-1) ?? subject
}

async function doAfterwards(deps: Deps, { refundNo, left }: CaseChannelFollowUp): Promise<void> {
  if (refundNo) await sendRefund(deps, refundNo)
  if (left) await closeOtherPayment(deps, left)
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
    ...(orderNo && { told: isCaseDecisionNotified(outcome, row.sumFen > 0) }),
  })
}
