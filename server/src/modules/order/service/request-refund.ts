import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { lockSign } from '../../sign/service.ts'
import { mayWithdrawRefund } from '../policy.ts'
import { channelDays, refundObstacle } from '../refund-rules.ts'
import { lockOrder } from '../store/orders.ts'
import {
  countRecentRequests,
  endRefundRequest,
  findRefundRequest,
  insertRefundRequest,
  listRefundFacts,
  type RefundRequest,
} from '../store/refund-requests.ts'
import { requireOwnOrder } from './own-order.ts'

/** Who asks for the money of one line, and why. */
export interface RefundWish {
  /** made by the client: a repeat finds the same request */
  id: string
  orderNo: string
  signId: string
  reason: string
  /** of the staff; null: whoever the order belongs to */
  askedBy: string | null
  /** as audit rows tell it */
  actor: string
  ip?: string
}

/** A student asks for their money back; nothing moves until staff decide. A repeat finds the same request. */
export async function requestRefund(
  deps: Deps,
  student: StudentActor,
  input: { id: string; orderNo: string; reason: string },
) {
  const { signId } = await requireOwnOrder(deps.db, student, input.orderNo)
  const actor = actorOfStudent(student.studentId)
  await enterRefundRequest(deps, { ...input, signId, askedBy: null, actor })
  return null
}

/** Writes the request down, once, if the rules allow the refund now. Whose order it is was looked at before. */
export async function enterRefundRequest(deps: Deps, wish: RefundWish): Promise<void> {
  const { id, orderNo, signId, reason, askedBy, actor, ip } = wish
  const mostDays = askedBy ? channelDays : await deps.settings.get('order.refundDays')
  const most = await deps.settings.get('order.refundsAskedPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    await lockOrder(tx, orderNo)
    const there = await findRefundRequest(tx, id)
    if (there) return requireSame(there, wish)
    await requireRefundable(tx, { orderNo, signId }, mostDays)
    // asked for and taken back all day, it would bury what else waits for staff; they themselves are free to help
    if (!askedBy && (await countRecentRequests(tx, { orderNo, signId })) >= most)
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

function requireSame(there: RefundRequest, wish: RefundWish): void {
  const same =
    there.orderNo === wish.orderNo &&
    there.signId === wish.signId &&
    there.reason === wish.reason &&
    there.askedBy === wish.askedBy
  if (!same) refuse('order.keyUsed')
}

/** The rules hold when it is asked for, and once more when it is decided: one asked for in time is not too late by then. */
export async function requireRefundable(
  tx: Tx,
  { orderNo, signId }: { orderNo: string; signId: string },
  mostDays = channelDays,
): Promise<void> {
  const facts = (await listRefundFacts(tx, [orderNo])).find((line) => line.signId === signId)
  const obstacle = facts ? refundObstacle(facts, mostDays) : 'NOT_PAID'
  if (obstacle === 'HOURS_CREDITED') refuse('order.refundHoursCredited')
  if (obstacle === 'EXAM_RUNNING') refuse('order.refundExamRunning')
  if (obstacle === 'TOO_LATE') refuse('order.refundTooLate', { days: mostDays })
  if (obstacle) refuse('order.refundNotPossible')
}

/** Takes an open request of one's own back; a repeat changes nothing. What staff opened, staff end. */
export async function withdrawRefund(deps: Deps, student: StudentActor, input: { id: string }) {
  const asked = await findRefundRequest(deps.db, input.id)
  if (!asked || asked.askedBy) return refuse('order.refundRequestNotFound')
  await requireOwnOrder(deps.db, student, asked.orderNo).catch((error) => {
    // another's request is one that is not there; a database that fails is not
    throw error instanceof Refusal ? new Refusal('order.refundRequestNotFound') : error
  })
  await takeBackRefund(deps, asked, { actor: actorOfStudent(student.studentId) })
  return null
}

/** Ends an open request at the wish of who asked; a repeat changes nothing. Whose it is was looked at before. */
export async function takeBackRefund(
  deps: Deps,
  { id, orderNo, signId }: Pick<RefundRequest, 'id' | 'orderNo' | 'signId'>,
  by: { actor: string; ip?: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockSign(tx, signId)
    await lockOrder(tx, orderNo)
    const now = await findRefundRequest(tx, id)
    if (now?.state === 'WITHDRAWN') return
    if (now?.state !== 'OPEN') refuse('order.refundDecided')
    await endRefundRequest(tx, id, { state: 'WITHDRAWN', by: null, reason: null })
    await audit(tx, {
      ...by,
      action: 'order.refundWithdrawn',
      subject: orderNo,
      detail: { signId },
    })
  })
}

/** What a member of staff opened, that one takes back. @returns the order */
export async function withdrawStaffRefund(
  deps: Deps,
  staff: StaffAtWork,
  { id }: { id: string },
): Promise<string> {
  const asked = (await findRefundRequest(deps.db, id)) ?? refuse('order.refundRequestNotFound')
  if (!mayWithdrawRefund(staff, asked)) refuse('order.notAsker')
  await takeBackRefund(deps, asked, { actor: staff.username, ip: staff.ip })
  return asked.orderNo
}
