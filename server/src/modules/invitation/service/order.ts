import type { employerCalls } from '@ce/contract'
import type { z } from 'zod'
import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { holdPlan } from '../../catalogue/service.ts'
import { invoiceDeadlines, newestInvoices } from '../../invoice/service.ts'
import {
  type Choice,
  changeEmployersChannel,
  closeOverdue,
  employerOrder,
  listOrdersOf,
  type Placed,
  placeEmployerOrder,
} from '../../order/service.ts'

export { cancelEmployerOrder, queryEmployerOrder } from '../../order/service.ts'

import { holdOpenAccounts } from '../../student/service.ts'
import { mayManageInvitation, namedByCertificateOnly } from '../policy.ts'
import { type Invitation, lockInvitations } from '../store/invitations.ts'
import { listLineNames } from '../store/members.ts'

type Input = z.output<(typeof employerCalls)['invitation']['createOrder']['request']>

/**
 * One order for people who agreed, a line each; the sum is the server's. Whoever's answer, own order or plan stands in its
 * way refuses it as a whole, before anything is paid. The same people again are the same open order.
 */
export async function createOrder(deps: Deps, employer: EmployerAtWork, input: Input) {
  // read before: a transaction that waits for a second connection can wait for ever
  const lifeSeconds = await deps.settings.get('order.lifeSeconds')
  const most = await deps.settings.get('invitation.ordersPerDay')
  for (let round = 0; round < 5; round += 1) {
    const placed = await inTransaction(deps.db, (tx) =>
      place(tx, deps, employer, { ...input, lifeSeconds, most }),
    )
    if ('orderNo' in placed) {
      return placedView(await employerOrder(deps, employer, placed.orderNo))
    }
    await closeOverdue(deps, placed.inTheWay)
  }
  return refuse('common.busy')
}

type EmployersOrder = Awaited<ReturnType<typeof employerOrder>>

function placedView({ orderNo, amountFen: amount, status, codeUrl, expireAt }: EmployersOrder) {
  return { orderNo, amount, status, codeUrl, expireAt }
}

/** The open order by another channel, which is another order in its place. */
export async function changeChannel(
  deps: Deps,
  employer: EmployerAtWork,
  input: z.output<(typeof employerCalls)['invitation']['changeChannel']['request']>,
) {
  return placedView(await changeEmployersChannel(deps, employer, input))
}

async function place(
  tx: Tx,
  deps: Deps,
  employer: EmployerAtWork,
  wish: Input & { lifeSeconds: number; most: number },
): Promise<Placed> {
  const { organisationId } = employer
  const { payType, lifeSeconds, most } = wish
  const ids = [...new Set(wish.ids)]
  const rows = await lockInvitations(tx, ids)
  if (rows.length < ids.length || !rows.every((row) => mayManageInvitation(employer, row)))
    refuse('invitation.notFound')
  const choices = rows.flatMap(({ state, studentId, courseIds, name }): Choice[] =>
    state === 'CONFIRMED' && studentId && courseIds ? [{ studentId, courseIds, name }] : [],
  )
  if (choices.length < rows.length)
    refuse('invitation.notConfirmed', { count: rows.length - choices.length })
  const vouched = requireVouched(rows, wish.vouchedFor)
  await requireAccounts(tx, choices)
  const planIds = new Set(rows.map(({ planId }) => planId))
  if (planIds.size > 1) refuse('invitation.severalPlans')
  const plan = (await holdPlan(tx, rows[0]?.planId ?? '')) ?? refuse('invitation.noPlan')
  const order = { organisationId, plan, choices, payType, lifeSeconds, most }
  const placed = await placeEmployerOrder(tx, deps, order)
  if ('opened' in placed && placed.opened && vouched.length > 0)
    await audit(tx, {
      actor: actorOfEmployer(organisationId),
      ip: employer.ip,
      action: 'invitation.vouchedFor',
      subject: placed.orderNo,
      detail: { ids: vouched },
    })
  return placed
}

/** Whom the employer had to ask in person. @throws Refusal invitation.notVouchedFor naming those it does not say so of */
function requireVouched(rows: Invitation[], vouchedFor: string[]): string[] {
  const unchecked = rows.filter(namedByCertificateOnly)
  const unasked = unchecked.filter(({ id }) => !vouchedFor.includes(id))
  const names = unasked.slice(0, 5).map(({ name }) => name)
  if (unasked.length > 0) refuse('invitation.notVouchedFor', { names: names.join('、') })
  return unchecked.map(({ id }) => id)
}

/** Under locks: an account that is being closed is waited for. @throws Refusal invitation.accountClosed */
async function requireAccounts(tx: Tx, choices: Choice[]): Promise<void> {
  const ids = choices.map(({ studentId }) => studentId)
  const open = await holdOpenAccounts(tx, ids)
  const gone = choices.filter(({ studentId }) => !open.has(studentId)).map(({ name }) => name)
  if (gone.length > 0) refuse('invitation.accountClosed', { names: gone.slice(0, 5).join('、') })
}

/** A page of an employer's orders, the newest first, each with whom it is for. */
export async function listOrders(deps: Deps, { organisationId }: EmployerAtWork, paging: Paging) {
  const { list: orders, ...page } = await listOrdersOf(deps.db, organisationId, paging)
  const signIds = orders.flatMap(({ lines }) => lines.map(({ signId }) => signId))
  const named = await listLineNames(deps.db, organisationId, signIds)
  const deadline = await invoiceDeadlines(deps)
  const invoices = await newestInvoices(
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
