import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../../platform/audit.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { runPaymentChannelCheck } from '../../order/service/check-channel.ts'
import { decideCaseProposal, proposeCaseDecision, withdrawCaseProposal } from '../../order/service/decide-case.ts'
import { decideRefund } from '../../order/service/decide-refund.ts'
import { previewCaseDecision } from '../../order/service/preview-case.ts'
import { retryDifference } from '../../order/service/reconcile.ts'
import { sendRefund } from '../../order/service/refund.ts'
import { reopenCase } from '../../order/service/reopen-case.ts'
import { insertRefundRequestOnce, withdrawStaffRefund } from '../../order/service/request-refund.ts'
import { findOrderOfRefund, listDeskOrderLines, listNewestInvoices, wasRefundJustRetried } from '../store/orders.ts'
import { toOrderInvoice } from '../view.ts'
import { deskMoneyCase, deskOrder } from './read.ts'

export async function decideRefundRequest(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; decision: 'APPROVED' | 'REFUSED'; reason: string },
) {
  return deskOrder(deps, await decideRefund(deps, staff, input))
}

/** A second person decides the refund request. A repeat gets the first response. */
export async function openRefundRequest(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; orderNo: string; signId: string; reason: string },
) {
  const lines = await listDeskOrderLines(deps.db, input.orderNo)
  if (!lines.some(({ signId }) => signId === input.signId)) refuse('order.notFound')
  const { username: actor, ip } = staff
  await insertRefundRequestOnce(deps, { ...input, askedBy: actor, actor, ip })
  return deskOrder(deps, input.orderNo)
}

/** Staff withdraw only their own undecided requests. A repeat gets the first response. */
export async function withdrawRefund(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  return deskOrder(deps, await withdrawStaffRefund(deps, staff, input))
}

/** Sends the refund to the channel now instead of waiting for the job. Audited at most once a minute. */
export async function retryRefund(deps: Deps, staff: StaffAtWork, input: { refundNo: string }) {
  const { refundNo } = input
  const orderNo = (await findOrderOfRefund(deps.db, refundNo)) ?? refuse('order.notFound')
  if (!(await wasRefundJustRetried(deps.db, orderNo, refundNo)))
    await auditStaff(deps.db, staff, 'finance.refundRetried', orderNo, { refundNo })
  await sendRefund(deps, refundNo, true)
  return deskOrder(deps, orderNo)
}

/** Queries the payment channel again and applies its response. */
export async function recheckMoneyCase(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  await retryDifference(deps, staff, input)
  return deskMoneyCase(deps, staff, input.id)
}

type Input<Name extends keyof (typeof staffCalls)['finance']> = z.output<
  (typeof staffCalls)['finance'][Name]['request']
>

/** Small money cases are closed at once, other cases wait for a second person. */
export async function proposeMoneyCase(deps: Deps, staff: StaffAtWork, input: Input<'proposeCase'>) {
  await proposeCaseDecision(deps, staff, toProposal(input))
  return deskMoneyCase(deps, staff, input.caseId)
}

export async function previewMoneyCase(deps: Deps, staff: StaffAtWork, input: Input<'previewCase'>) {
  const invoiceOf = async (db: Db, orderNo: string) => {
    const [invoice] = await listNewestInvoices(db, [orderNo])
    return invoice ? toOrderInvoice(invoice) : null
  }
  const found = await previewCaseDecision(deps, staff, toProposal(input), invoiceOf)
  return { ...found, invoiceBefore: found.besideBefore, invoiceAfter: found.besideAfter }
}

const toProposal = ({ amount, ...input }: Input<'proposeCase'>) => ({ ...input, amountFen: amount })

export async function decideMoneyCase(deps: Deps, staff: StaffAtWork, input: Input<'decideCase'>) {
  return deskMoneyCase(deps, staff, await decideCaseProposal(deps, staff, input))
}

export async function withdrawMoneyCase(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  return deskMoneyCase(deps, staff, await withdrawCaseProposal(deps, staff, input))
}

export async function reopenMoneyCase(deps: Deps, staff: StaffAtWork, input: Input<'reopenCase'>) {
  await reopenCase(deps, staff, input)
  return deskMoneyCase(deps, staff, input.id)
}

export async function checkPaymentChannel(deps: Deps, staff: StaffAtWork, input: { channel: string }) {
  return runPaymentChannelCheck(deps, staff, input)
}
