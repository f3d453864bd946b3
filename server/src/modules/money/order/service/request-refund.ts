import { type Approval, isRepeatedRequest, withdrawProposal } from '../../../../platform/approvals.ts'
import { audit, studentActorName } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { lockSign } from '../../../learning/sign/service.ts'
import { maxChannelRefundDays, refundObstacle } from '../refund-rules.ts'
import { lockOrder, type Order } from '../store/orders.ts'
import {
  countRecentRefundRequests,
  findRefundRequest,
  insertRefundRequest,
  listRefundFacts,
  type RefundRequest,
  setRefundRequestEnded,
} from '../store/refund-requests.ts'
import { requireOwnOrder } from './own-order.ts'

/** Approval of refund requests by students, employers and staff; staff decide only requests of others. */
export const refundRequestApproval: Approval<RefundRequest & { order: Order }> = {
  async hold(tx, id) {
    const asked = await findRefundRequest(tx, id)
    if (!asked) return undefined
    await lockSign(tx, asked.signId)
    const order = await lockOrder(tx, asked.orderNo)
    const now = await findRefundRequest(tx, id)
    return now && { ...now, order }
  },
  standing: ({ askedBy: proposer, state }) => ({ proposer, state }),
  refusals: {
    missing: 'order.refundRequestNotFound',
    secondPerson: 'order.secondPerson',
    notProposer: 'order.notAsker',
    decided: 'order.refundDecided',
  },
}

export interface RefundRequestInput {
  /** Chosen by the client, so that a repeat finds the request. */
  id: string
  orderNo: string
  signId: string
  reason: string
  /** The staff member who asked; null for the owner of the order. */
  askedBy: string | null
  actor: string
  ip?: string
}

/** Nothing is refunded until staff decide. A repeat returns the same request. */
export async function requestRefund(
  deps: Deps,
  student: StudentActor,
  input: { id: string; orderNo: string; reason: string },
) {
  const { signId } = await requireOwnOrder(deps.db, student, input.orderNo)
  const actor = studentActorName(student.studentId)
  await insertRefundRequestOnce(deps, { ...input, signId, askedBy: null, actor })
  return null
}

/** The caller has checked the owner of the order. */
export async function insertRefundRequestOnce(deps: Deps, wish: RefundRequestInput): Promise<void> {
  const { id, orderNo, signId, reason, askedBy, actor, ip } = wish
  const mostDays = askedBy ? maxChannelRefundDays : await deps.settings.get('order.refundDays')
  const most = await deps.settings.get('order.refundsAskedPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    await lockOrder(tx, orderNo)
    const there = await findRefundRequest(tx, id)
    if (there)
      return isRepeatedRequest(there, { orderNo, signId, reason, askedBy }) ? undefined : refuse('order.keyUsed')
    await requireRefundable(tx, { orderNo, signId }, mostDays)
    // The limit protects the queue of staff; requests made by staff have no limit.
    if (!askedBy && (await countRecentRefundRequests(tx, { orderNo, signId })) >= most)
      refuse('order.refundsSpent', { most })
    const entered = await insertRefundRequest(tx, { id, orderNo, signId, reason, askedBy })
    if (!entered) refuse('order.refundAsked')
    await audit(tx, {
      actor,
      ip,
      action: askedBy ? 'order.refundOpened' : 'order.refundAsked',
      subject: orderNo,
      detail: { reason, signId },
    })
  })
}

/**
 * Checks at the request and again at the decision whether a line may be refunded. The deadline of students counts only
 * at the request.
 */
export async function requireRefundable(
  tx: Tx,
  { orderNo, signId }: { orderNo: string; signId: string },
  mostDays = maxChannelRefundDays,
): Promise<void> {
  const facts = (await listRefundFacts(tx, [orderNo])).find((line) => line.signId === signId)
  const obstacle = facts ? refundObstacle(facts, mostDays) : 'NOT_PAID'
  if (obstacle === 'HOURS_CREDITED') refuse('order.refundHoursCredited')
  if (obstacle === 'EXAM_RUNNING') refuse('order.refundExamRunning')
  if (obstacle === 'TOO_LATE') refuse('order.refundTooLate', { days: mostDays })
  if (obstacle) refuse('order.refundNotPossible')
}

/** A repeated withdrawal changes nothing. A student cannot withdraw a request that staff made. */
export async function withdrawOwnRefund(deps: Deps, student: StudentActor, input: { id: string }) {
  const asked = await findRefundRequest(deps.db, input.id)
  if (!asked || asked.askedBy) return refuse('order.refundRequestNotFound')
  await requireOwnOrder(deps.db, student, asked.orderNo).catch((error) => {
    // A request of another student counts as missing; other errors, such as those of the database, stay as they are.
    throw error instanceof Refusal ? new Refusal('order.refundRequestNotFound') : error
  })
  await withdrawRefundRequest(deps, input, { actor: studentActorName(student.studentId) })
  return null
}

export function withdrawRefundRequest(
  { db }: Deps,
  { id }: { id: string },
  by: { actor: string; ip?: string },
  staff: StaffAtWork | null = null,
) {
  return withdrawProposal(db, refundRequestApproval, { staff, id }, async (tx, { orderNo, signId }) => {
    await setRefundRequestEnded(tx, id, { state: 'WITHDRAWN', by: null, reason: null })
    const told = { action: 'order.refundWithdrawn', subject: orderNo, detail: { signId } } as const
    await audit(tx, { ...by, ...told })
  })
}

/** Only the staff member who made the request may withdraw it. @returns the order */
export async function withdrawStaffRefund(deps: Deps, staff: StaffAtWork, { id }: { id: string }): Promise<string> {
  const by = { actor: staff.username, ip: staff.ip }
  const { orderNo } = await withdrawRefundRequest(deps, { id }, by, staff)
  return orderNo
}
