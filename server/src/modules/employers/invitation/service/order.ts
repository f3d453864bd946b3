import type { employerCalls } from '@ce/contract'
import type { z } from 'zod'
import { audit, employerActorName } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmployerCaller } from '../../../../platform/employer-calls.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { holdPlan, listPlans } from '../../../catalogue/service.ts'
import { loadInvoiceDeadlines } from '../../../money/invoice/service/apply.ts'
import { listNewestInvoiceStates } from '../../../money/invoice/service.ts'
import { changeEmployerOrderChannel } from '../../../money/order/service/change-channel.ts'
import {
  closeOverdueOrder,
  type EmployerOrderChoice,
  type EmployerOrderResult,
  loadEmployerOrder,
  createEmployerOrder as placeEmployerOrder,
} from '../../../money/order/service/employer-order.ts'
import { listPayTypes } from '../../../money/order/service/list.ts'
import {
  insertRefundRequestOnce,
  withdrawRefundRequest as takeBackRefund,
} from '../../../money/order/service/request-refund.ts'
import { listNewestRefundRequests, listOrdersOfEmployer } from '../../../money/order/service.ts'
import { holdOpenAccounts } from '../../../student/service.ts'
import { isUnverifiedInvitation, mayManageInvitation } from '../policy.ts'
import { findInvitation, type Invitation, lockInvitations } from '../store/invitations.ts'
import { listMemberSignFacts, listNamesOfOrderLines } from '../store/members.ts'

/** These refusals would tell an employer about a student's studies, so the employer gets one common refusal instead. */
const tellTale = new Set<string>(['order.refundHoursCredited', 'order.refundExamRunning'])

export {
  cancelEmployerOrder,
  queryEmployerOrder,
} from '../../../money/order/service/employer-order.ts'

type Input = z.output<(typeof employerCalls)['invitation']['createOrder']['request']>

export async function listPlansForEmployers(deps: Deps) {
  const plans = await listPlans(deps.db)
  const list = plans.map(({ priceFen: price, ...plan }) => ({ ...plan, price }))
  return { list, payTypes: listPayTypes(deps).list }
}

/**
 * Creates an order with a line per person; the server computes the sum. One obstacle refuses the whole order. A
 * repeated call returns the open order.
 */
export async function createOrderForMembers(deps: Deps, employer: EmployerCaller, input: Input) {
  /**
   * The setting is read before the transaction: inside it, the read would need a second connection and could wait
   * forever.
   */
  const lifeSeconds = await deps.settings.get('order.lifeSeconds')
  const most = await deps.settings.get('invitation.ordersPerDay')
  for (let round = 0; round < 5; round += 1) {
    const placed = await inTransaction(deps.db, (tx) => place(tx, deps, employer, { ...input, lifeSeconds, most }))
    if ('orderNo' in placed) {
      return placedView(await loadEmployerOrder(deps, employer, placed.orderNo))
    }
    await closeOverdueOrder(deps, placed.inTheWay)
  }
  return refuse('common.busy')
}

type EmployersOrder = Awaited<ReturnType<typeof loadEmployerOrder>>

function placedView({ orderNo, amountFen: amount, status, codeUrl, expireAt }: EmployersOrder) {
  return { orderNo, amount, status, codeUrl, expireAt }
}

export async function changeChannelOfMembersOrder(
  deps: Deps,
  employer: EmployerCaller,
  input: z.output<(typeof employerCalls)['invitation']['changeChannel']['request']>,
) {
  return placedView(await changeEmployerOrderChannel(deps, employer, input))
}

async function place(
  tx: Tx,
  deps: Deps,
  employer: EmployerCaller,
  wish: Input & { lifeSeconds: number; most: number },
): Promise<EmployerOrderResult> {
  const { organisationId } = employer
  const { payType, lifeSeconds, most } = wish
  const ids = [...new Set(wish.ids)]
  const rows = await lockInvitations(tx, ids)
  if (rows.length < ids.length || !rows.every((row) => mayManageInvitation(employer, row)))
    refuse('invitation.notFound')
  const choices = rows.flatMap(({ state, studentId, courseIds, name }): EmployerOrderChoice[] =>
    state === 'CONFIRMED' && studentId && courseIds ? [{ studentId, courseIds, name }] : [],
  )
  if (choices.length < rows.length) refuse('invitation.notConfirmed', { count: rows.length - choices.length })
  const vouched = requireVouched(rows, wish.vouchedFor)
  await requireAccounts(tx, choices)
  const planIds = new Set(rows.map(({ planId }) => planId))
  if (planIds.size > 1) refuse('invitation.severalPlans')
  const plan = (await holdPlan(tx, rows[0]?.planId ?? '')) ?? refuse('invitation.noPlan')
  const order = { organisationId, plan, choices, payType, lifeSeconds, most }
  const placed = await placeEmployerOrder(tx, deps, order)
  if ('opened' in placed && placed.opened && vouched.length > 0)
    await audit(tx, {
      actor: employerActorName(organisationId),
      ip: employer.ip,
      action: 'invitation.vouchedFor',
      subject: placed.orderNo,
      detail: { ids: vouched },
    })
  return placed
}

/** @throws Refusal invitation.notVouchedFor with the unconfirmed names. */
function requireVouched(rows: Invitation[], vouchedFor: string[]): string[] {
  const unchecked = rows.filter(isUnverifiedInvitation)
  const unasked = unchecked.filter(({ id }) => !vouchedFor.includes(id))
  const names = unasked.slice(0, 5).map(({ name }) => name)
  if (unasked.length > 0) refuse('invitation.notVouchedFor', { names: names.join('、') })
  return unchecked.map(({ id }) => id)
}

/** Waits for accounts that are being closed. @throws Refusal invitation.accountClosed. */
async function requireAccounts(tx: Tx, choices: EmployerOrderChoice[]): Promise<void> {
  const ids = choices.map(({ studentId }) => studentId)
  const open = await holdOpenAccounts(tx, ids)
  const gone = choices.filter(({ studentId }) => !open.has(studentId)).map(({ name }) => name)
  if (gone.length > 0) refuse('invitation.accountClosed', { names: gone.slice(0, 5).join('、') })
}

export async function listEmployerOrders(deps: Deps, { organisationId }: EmployerCaller, paging: PageRequest) {
  const { list: orders, ...page } = await listOrdersOfEmployer(deps.db, organisationId, paging)
  const signIds = orders.flatMap(({ lines }) => lines.map(({ signId }) => signId))
  const named = await listNamesOfOrderLines(deps.db, organisationId, signIds)
  const deadline = await loadInvoiceDeadlines(deps)
  const invoices = await listNewestInvoiceStates(
    deps.db,
    orders.map(({ orderNo }) => orderNo),
  )
  return {
    ...page,
    list: orders.map(({ lines, ...order }) => ({
      ...order,
      amount: order.amountFen,
      kept: order.keptFen,
      title: lines[0]?.title ?? '',
      codeUrl: order.status === 'PENDING' && !order.overdue ? order.codeUrl : null,
      lines: lines.map(({ signId, amountFen, goneBack }) => {
        const who = named.get(signId)
        const invitationId = who?.invitationId ?? null
        return { invitationId, name: who?.name ?? '', amount: amountFen, refunded: goneBack }
      }),
      invoiceDeadline: deadline(order),
      invoice: invoices.find(({ orderNo }) => orderNo === order.orderNo) ?? null,
    })),
  }
}

/** Staff decide on the refund request. A repeated call returns the same request. */
export async function requestMemberRefund(
  deps: Deps,
  employer: EmployerCaller,
  input: { id: string; invitationId: string; reason: string },
) {
  const { organisationId, ip } = employer
  const { orderNo, signId } = await lineOf(deps, employer, input.invitationId)
  if (!orderNo || !signId) return refuse('order.refundNotPossible')
  const { id, reason } = input
  const actor = employerActorName(organisationId)
  await insertRefundRequestOnce(deps, { id, orderNo, signId, reason, askedBy: null, actor, ip }).catch((error) => {
    if (error instanceof Refusal && tellTale.has(error.key)) refuse('invitation.notRefundable')
    throw error
  })
  return null
}

/** A repeated withdrawal changes nothing. Requests made by staff cannot be withdrawn here. */
export async function withdrawMemberRefund(deps: Deps, employer: EmployerCaller, input: { invitationId: string }) {
  const { organisationId, ip } = employer
  const line = await lineOf(deps, employer, input.invitationId)
  const requests = line.orderNo ? await listNewestRefundRequests(deps.db, [line.orderNo]) : []
  const asked = requests.find(({ signId }) => signId === line.signId)
  if (!asked || asked.askedBy) return refuse('order.refundRequestNotFound')
  await takeBackRefund(deps, asked, { actor: employerActorName(organisationId), ip })
  return null
}

/** @throws Refusal invitation.notFound. */
async function lineOf(deps: Deps, employer: EmployerCaller, invitationId: string) {
  const row = await findInvitation(deps.db, invitationId)
  if (!row || !mayManageInvitation(employer, row)) return refuse('invitation.notFound')
  const [facts] = await listMemberSignFacts(deps.db, [row.id])
  return { orderNo: facts?.orderNo, signId: facts?.signId }
}
