import type { AuditAction } from '@ce/contract'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { notify } from '../../message/service.ts'
import { givenElsewhereMessage } from '../given-back-message.ts'
import { mayDecideRefund, mayWithdrawRefund } from '../policy.ts'
import { resolveStuck } from '../store/differences.ts'
import {
  type Elsewhere,
  endElsewhere,
  findElsewhere,
  insertElsewhere,
  isStuck,
} from '../store/elsewhere.ts'
import type { Order } from '../store/orders.ts'
import { findRefund, type Refund, setRefundStatus } from '../store/refunds.ts'
import { bookReturned, lockRefunded } from './refund.ts'

interface Entry {
  id: string
  refundNo: string
  /** of the transfer, or of the refund in the merchant console */
  reference: string
  reason: string
}

/**
 * Says of a refund that its channel does not give that the money is back in another way. Nothing counts until a second person agrees
 * (product §4). A repeat answers as the first time. @returns the order
 */
export async function enterElsewhere(deps: Deps, staff: StaffAtWork, input: Entry) {
  const refund = (await findRefund(deps.db, input.refundNo)) ?? refuse('order.notFound')
  await inTransaction(deps.db, async (tx) => {
    await lockRefunded(tx, refund)
    const there = await findElsewhere(tx, input.id)
    if (there) return requireSame(there, staff, input)
    await requireStuck(tx, input.refundNo)
    if (!(await insertElsewhere(tx, { ...input, askedBy: staff.username })))
      refuse('order.elsewhereAsked')
    await tell(tx, staff, 'finance.elsewhereEntered', refund, input)
  })
  return refund.orderNo
}

function requireSame(there: Elsewhere, staff: StaffAtWork, input: Entry): void {
  const { refundNo, reference, reason, askedBy } = there
  const same = refundNo === input.refundNo && reference === input.reference
  if (!same || reason !== input.reason || askedBy !== staff.username) refuse('order.keyUsed')
}

/** Only what the channel was asked for in vain. */
async function requireStuck(tx: Tx, refundNo: string): Promise<void> {
  if ((await findRefund(tx, refundNo))?.status === 'DONE') refuse('order.refundDone')
  if (!(await isStuck(tx, refundNo))) refuse('order.refundNotStuck')
}

interface Decision {
  id: string
  decision: 'APPROVED' | 'REFUSED'
  reason: string
}

/**
 * The second person's word. A yes books the refund as done, as if the channel had said so: the order ends, and its year can be
 * ordered anew. A repeat answers as the first time. @returns the order
 */
export async function decideElsewhere(deps: Deps, staff: StaffAtWork, input: Decision) {
  const { id, decision: state, reason } = input
  const { entry: asked, refund } = await read(deps, id)
  if (!mayDecideRefund(staff, asked)) refuse('order.secondPerson')
  await inTransaction(deps.db, async (tx) => {
    const order = await lockRefunded(tx, refund)
    const now = await findElsewhere(tx, id)
    if (now?.state === state && now.decidedBy === staff.username) return
    if (now?.state !== 'OPEN') refuse('order.elsewhereDecided')
    if (state === 'APPROVED') await bookElsewhere(tx, staff, asked, { refund, order })
    await endElsewhere(tx, id, { state, by: staff.username, reason })
    const action = state === 'APPROVED' ? 'finance.elsewhereApproved' : 'finance.elsewhereRefused'
    await tell(tx, staff, action, refund, { reference: asked.reference, reason })
  })
  return refund.orderNo
}

async function bookElsewhere(
  tx: Tx,
  staff: StaffAtWork,
  { refundNo, reference }: Elsewhere,
  { refund, order }: { refund: Refund; order: Order },
): Promise<void> {
  await requireStuck(tx, refundNo)
  await setRefundStatus(tx, refund, 'DONE')
  await bookReturned(tx, refund, order)
  await resolveStuck(tx, refund, reference, staff.username)
  await notify(tx, ...givenElsewhereMessage(order, { ...refund, reference }))
}

/** Takes one's own back while nobody has decided. A repeat answers as the first time. @returns the order */
export async function withdrawElsewhere(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const { entry: asked, refund } = await read(deps, id)
  if (!mayWithdrawRefund(staff, asked)) refuse('order.notAsker')
  await inTransaction(deps.db, async (tx) => {
    await lockRefunded(tx, refund)
    const now = await findElsewhere(tx, id)
    if (now?.state === 'WITHDRAWN') return
    if (now?.state !== 'OPEN') refuse('order.elsewhereDecided')
    await endElsewhere(tx, id, { state: 'WITHDRAWN', by: staff.username, reason: null })
    await tell(tx, staff, 'finance.elsewhereWithdrawn', refund, asked)
  })
  return refund.orderNo
}

async function read({ db }: Deps, id: string): Promise<{ entry: Elsewhere; refund: Refund }> {
  const entry = (await findElsewhere(db, id)) ?? refuse('order.elsewhereNotFound')
  const refund = (await findRefund(db, entry.refundNo)) ?? refuse('order.elsewhereNotFound')
  return { entry, refund }
}

function tell(
  tx: Tx,
  staff: StaffAtWork,
  action: AuditAction,
  { orderNo: subject, refundNo, amountFen }: Refund,
  { reference, reason }: { reference: string; reason: string },
): Promise<void> {
  const detail = { refundNo, amountFen, reference, reason }
  return auditStaff(tx, staff, action, subject, detail)
}
