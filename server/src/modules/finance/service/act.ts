import { auditStaff } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  checkChannel,
  decideElsewhere,
  decideRefund,
  enterElsewhere,
  enterRefundRequest,
  retryDifference,
  sendRefund,
  settleDifference,
  withdrawElsewhere,
  withdrawStaffRefund,
} from '../../order/service.ts'
import { findOrderOfRefund, listLines, wasJustRetried } from '../store/orders.ts'
import { deskOrder, toDifference } from './read.ts'

/** What the desk does to money is done by the order's own services; here only who, and what is shown afterwards. */
export async function decide(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; decision: 'APPROVED' | 'REFUSED'; reason: string },
) {
  return deskOrder(deps, await decideRefund(deps, staff, input))
}

/** Opens a refund of one line in the house's own name; a second person decides it. A repeat answers as the first time. */
export async function openRefund(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; orderNo: string; signId: string; reason: string },
) {
  const lines = await listLines(deps.db, input.orderNo)
  if (!lines.some(({ signId }) => signId === input.signId)) refuse('order.notFound')
  const { username: actor, ip } = staff
  await enterRefundRequest(deps, { ...input, askedBy: actor, actor, ip })
  return deskOrder(deps, input.orderNo)
}

/** Takes one's own back while nobody has decided. A repeat answers as the first time. */
export async function withdrawRefund(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  return deskOrder(deps, await withdrawStaffRefund(deps, staff, input))
}

/** Does now what the job would do later; nothing new, however often, and told once a minute. */
export async function retryRefund(deps: Deps, staff: StaffAtWork, input: { refundNo: string }) {
  const { refundNo } = input
  const orderNo = (await findOrderOfRefund(deps.db, refundNo)) ?? refuse('order.notFound')
  if (!(await wasJustRetried(deps.db, orderNo, refundNo)))
    await auditStaff(deps.db, staff, 'finance.refundRetried', orderNo, { refundNo })
  await sendRefund(deps, refundNo, true)
  return deskOrder(deps, orderNo)
}

/** Says that a refund its channel does not give is back in another way; a second person agrees. */
export async function enterReturned(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; refundNo: string; reference: string; reason: string },
) {
  return deskOrder(deps, await enterElsewhere(deps, staff, input))
}

/** The second person's word on it. */
export async function decideReturned(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; decision: 'APPROVED' | 'REFUSED'; reason: string },
) {
  return deskOrder(deps, await decideElsewhere(deps, staff, input))
}

/** Takes one's own back while nobody has decided. */
export async function withdrawReturned(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  return deskOrder(deps, await withdrawElsewhere(deps, staff, input))
}

/** Closes a difference with a reason, by hand. @returns it as it is now */
export async function resolve(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; foundAt: string; reason: string },
) {
  return toDifference(await settleDifference(deps, staff, input))
}

/** Asks the channel again and books what it says. @returns the difference as it is then */
export async function retry(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  return toDifference(await retryDifference(deps, staff, input))
}

/** Has a payment channel check itself. @returns what was found */
export async function check(deps: Deps, staff: StaffAtWork, input: { channel: string }) {
  return checkChannel(deps, staff, input)
}
