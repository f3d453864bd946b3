import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  checkChannel,
  decideCase,
  decideRefund,
  enterRefundRequest,
  previewDecision,
  proposeDecision,
  reopenCase,
  retryDifference,
  sendRefund,
  withdrawDecision,
  withdrawStaffRefund,
} from '../../order/service.ts'
import { findOrderOfRefund, listInvoices, listLines, wasJustRetried } from '../store/orders.ts'
import { toInvoice } from '../view.ts'
import { deskCase } from './case.ts'
import { deskOrder } from './read.ts'

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

/** Asks the channel again and books what it says. @returns the case as it is then */
export async function retry(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  await retryDifference(deps, staff, input)
  return deskCase(deps, staff, input.id)
}

type Input<Name extends keyof (typeof staffCalls)['finance']> = z.output<
  (typeof staffCalls)['finance'][Name]['request']
>

/** Settles a case, or puts it before a second person. */
export async function propose(deps: Deps, staff: StaffAtWork, input: Input<'proposeCase'>) {
  await proposeDecision(deps, staff, toProposal(input))
  return deskCase(deps, staff, input.caseId)
}

/** What would follow from it, with the invoice before and after. */
export async function preview(deps: Deps, staff: StaffAtWork, input: Input<'previewCase'>) {
  const invoiceOf = async (db: Db, orderNo: string) => {
    const [invoice] = await listInvoices(db, [orderNo])
    return invoice ? toInvoice(invoice) : null
  }
  const found = await previewDecision(deps, staff, toProposal(input), invoiceOf)
  return { ...found, invoiceBefore: found.besideBefore, invoiceAfter: found.besideAfter }
}

const toProposal = ({ amount, ...input }: Input<'proposeCase'>) => ({ ...input, amountFen: amount })

/** The second person's word on what another has proposed. */
export async function decideProposed(deps: Deps, staff: StaffAtWork, input: Input<'decideCase'>) {
  return deskCase(deps, staff, await decideCase(deps, staff, input))
}

/** Takes one's own back while nobody has decided. */
export async function withdrawProposed(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  return deskCase(deps, staff, await withdrawDecision(deps, staff, input))
}

/** Opens a case again that was settled wrongly. */
export async function reopen(deps: Deps, staff: StaffAtWork, input: Input<'reopenCase'>) {
  await reopenCase(deps, staff, input)
  return deskCase(deps, staff, input.id)
}

/** Has a payment channel check itself. @returns what was found */
export async function check(deps: Deps, staff: StaffAtWork, input: { channel: string }) {
  return checkChannel(deps, staff, input)
}
