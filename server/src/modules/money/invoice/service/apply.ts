import { isDeepStrictEqual } from 'node:util'
import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { audit } from '../../../../platform/audit.ts'
import { appNow, type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { invoiceOwnerActor } from '../actor.ts'
import { type InvoiceDeadline, invoiceDeadlineOf } from '../names.ts'
import { mayChangeInvoice, maySeeInvoice } from '../policy.ts'
import {
  countRecentInvoiceApplications,
  countRecentInvoiceChanges,
  findActiveInvoice,
  findReversedInvoiceId,
  type InvoiceOwner,
  type InvoiceRequest,
  type InvoiceRow,
  insertInvoice,
  insertInvoiceChange,
  lockInvoice,
  lockOrderForShare,
  netAmountOfOrder,
} from '../store/invoices.ts'
import { saveInvoiceTitle } from './titles.ts'
import { loadOwnInvoice, requireOwnInvoice, toInvoiceView } from './view.ts'
import { withdrawInvoiceInTransaction } from './withdraw.ts'

type Calls = (typeof clientCalls)['invoice']

type ApplyInput = z.output<Calls['apply']['request']>

type ChangeInput = z.output<Calls['change']['request']>

type Wanted = Omit<ApplyInput, 'orderNo' | 'insteadOf'>

/** Limits the applications per day, because many would flood the books, the audit log and the daily numbers. */
const mostApplications = 10

function askedOf({ titleType, title, taxNo, email, remark }: Wanted): InvoiceRequest {
  return { titleType, title, taxNo: taxNo ?? null, email, remark }
}

/**
 * The amount is the net payment. A repeat gets the first response; a unique index allows one open application per
 * order, except with `insteadOf`. @throws Refusal invoice.applicationsSpent.
 */
export async function applyForInvoice(deps: Deps, owner: InvoiceOwner, input: ApplyInput) {
  const { orderNo } = input
  const asked = askedOf(input)
  const id = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderForShare(tx, orderNo)
    if (!order || !maySeeInvoice(owner, order)) return refuse('order.notFound')
    if (order.status !== 'PAID') refuse('invoice.notPaid')
    if (order.amountFen === 0) refuse('invoice.nothingPaid')
    const amountFen = await netAmountOfOrder(tx, orderNo)
    const replacesId = await findReversedInvoiceId(tx, orderNo)
    // A repeat gets the first response, and a reversed invoice can be requested again.
    if (!replacesId && !(await findActiveInvoice(tx, orderNo)))
      await requireInTime({ db: tx, settings: deps.settings }, order)
    const insert = () => insertInvoice(tx, { ...asked, orderNo, amountFen, replacesId })
    const made = (await insert()) ?? ((await makeWay(tx, owner, input)) && (await insert()))
    if (!made) return requireSame(await findActiveInvoice(tx, orderNo), asked)
    // The count includes the new row; the refusal rolls back everything.
    if ((await countRecentInvoiceApplications(tx, orderNo)) > mostApplications)
      refuse('invoice.applicationsSpent', { most: mostApplications })
    if (input.saveTitle && 'studentId' in owner) await saveInvoiceTitle(tx, owner.studentId, asked)
    const actor = invoiceOwnerActor(owner)
    const detail = { orderNo, amountFen, titleType: asked.titleType, title: asked.title }
    await audit(tx, { actor, action: 'invoice.applied', subject: made, detail })
    return made
  })
  return loadOwnInvoice(deps, owner, { id })
}

/**
 * Withdraws the application that the new one replaces, unless both are equal.
 * @throws Refusal invoice.takenUp once staff have begun.
 */
async function makeWay(tx: Tx, owner: InvoiceOwner, input: ApplyInput): Promise<boolean> {
  const there = await findActiveInvoice(tx, input.orderNo)
  if (!there || there.id !== input.insteadOf || isSame(there, askedOf(input))) return false
  // Staff have returned the application in the meantime, so there is nothing to withdraw.
  if ((await lockInvoice(tx, there.id)).state === 'FAILED') return true
  await withdrawInvoiceInTransaction(tx, owner, there.id)
  return true
}

const isSame = (there: InvoiceRow, asked: InvoiceRequest) => isDeepStrictEqual(askedOf(viewed(there)), asked)

/** @throws Refusal invoice.alreadyApplied when the open application differs. */
function requireSame(there: InvoiceRow | undefined, asked: InvoiceRequest): string {
  if (!there) return refuse('common.busy')
  if (isSame(there, asked)) return there.id
  return refuse('invoice.alreadyApplied', { applyNo: there.applyNo, invoiceId: there.id })
}

function viewed(row: InvoiceRow) {
  const { titleType, title, taxNo, email, remark } = toInvoiceView(row)
  return { titleType, title, taxNo: taxNo ?? undefined, email, remark, saveTitle: false }
}

/**
 * Requests another title for an issued invoice, which is possible once. Staff then reverse the invoice, which creates
 * the new application (service/outcome.ts). A repeat gets the first response.
 */
export async function changeInvoice(deps: Deps, owner: InvoiceOwner, input: ChangeInput) {
  const { id, reason } = input
  const asked = askedOf(input)
  const own = await requireOwnInvoice(deps.db, owner, id)
  await inTransaction(deps.db, async (tx) => {
    await lockOrderForShare(tx, own.orderNo)
    const row = await lockInvoice(tx, id)
    const { change } = toInvoiceView(row)
    if (change) {
      const { askedAt: _, ...before } = change
      return isDeepStrictEqual(before, { ...asked, reason }) || refuse('invoice.changed')
    }
    requireChangeable(row)
    if (sameTitle(row, asked)) refuse('invoice.sameTitle')
    await enterChange(tx, owner, { row, asked, reason, save: input.saveTitle })
    return true
  })
  return loadOwnInvoice(deps, owner, { id })
}

function requireChangeable(row: InvoiceRow): void {
  if (row.replacesId) refuse('invoice.changed')
  if (row.state !== 'ISSUED') refuse('invoice.notIssued')
  if (!mayChangeInvoice({ ...row, change: null })) refuse('invoice.notPaid')
}

function sameTitle(row: InvoiceRow, { titleType, title, taxNo }: InvoiceRequest): boolean {
  return row.titleType === titleType && row.title === title && row.taxNo === taxNo
}

async function enterChange(
  tx: Tx,
  owner: InvoiceOwner,
  wish: { row: InvoiceRow; asked: InvoiceRequest; reason: string; save: boolean },
): Promise<void> {
  const { row, asked, reason, save } = wish
  await insertInvoiceChange(tx, { ...asked, invoiceId: row.id, reason })
  // The count includes the new row; the refusal rolls it back.
  if ((await countRecentInvoiceChanges(tx, row.id)) > mostApplications)
    refuse('invoice.applicationsSpent', { most: mostApplications })
  if (save && 'studentId' in owner) await saveInvoiceTitle(tx, owner.studentId, asked)
  const before = { titleType: row.titleType, title: row.title, taxNo: row.taxNo }
  const after = { titleType: asked.titleType, title: asked.title, taxNo: asked.taxNo }
  await audit(tx, {
    actor: invoiceOwnerActor(owner),
    action: 'invoice.changeAsked',
    subject: row.id,
    detail: { before, after, reason },
  })
}

interface PaidOrder {
  paidAt: Date | null
  amountFen: number
}

/** @returns the deadline of each order; it is null when nothing was paid */
export async function loadInvoiceDeadlines({
  db,
  settings,
}: Pick<Deps, 'settings'> & { db: Db }): Promise<(order: PaidOrder) => InvoiceDeadline | null> {
  const [now, days] = [await appNow(db), await settings.get('invoice.daysAfterYear')]
  return ({ paidAt, amountFen }) => (paidAt && amountFen > 0 ? invoiceDeadlineOf(paidAt, now, days) : null)
}

/** @throws Refusal invoice.tooLate. */
async function requireInTime(deps: Pick<Deps, 'settings'> & { db: Db }, order: PaidOrder) {
  const deadline = (await loadInvoiceDeadlines(deps))(order)
  if (deadline?.passed) refuse('invoice.tooLate', { day: deadline.day })
}
