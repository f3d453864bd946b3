import { isDeepStrictEqual } from 'node:util'
import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { actorOf } from '../actor.ts'
import { mayChange, maySeeInvoice } from '../policy.ts'
import {
  type Asked,
  countRecent,
  countRecentChanges,
  findLive,
  findReversedId,
  holdOrder,
  type InvoiceRow,
  insertChange,
  insertInvoice,
  keptFenOf,
  lockInvoice,
  type Owner,
} from '../store/invoices.ts'
import { requireInTime } from './deadlines.ts'
import { invoiceInfo, requireOwnInvoice } from './read.ts'
import { keepTitle } from './titles.ts'
import { invoiceView } from './view.ts'
import { takeBack } from './withdraw.ts'

type Calls = (typeof clientCalls)['invoice']
type ApplyInput = z.output<Calls['apply']['request']>
type ChangeInput = z.output<Calls['change']['request']>

type Wanted = Omit<ApplyInput, 'orderNo' | 'insteadOf'>

/** applied for and taken back all day, it would bury the books, the log and the numbers of a day */
const mostApplications = 10

function askedOf({ titleType, title, taxNo, email, remark }: Wanted): Asked {
  return { titleType, title, taxNo: taxNo ?? null, email, remark }
}

/**
 * Asks for the invoice of one's paid order; the amount is what was paid and is kept, to the fen. The same again gets the first answer; an order with an
 * application that stands gets no second (a unique index), but for one put `insteadOf` it while it waits. After a failure, a withdrawal or a
 * red-reversal it may be asked for anew, so often in 24 hours. @throws Refusal invoice.applicationsSpent, and nothing has changed
 */
export async function applyForInvoice(deps: Deps, owner: Owner, input: ApplyInput) {
  const { orderNo } = input
  const asked = askedOf(input)
  const id = await inTransaction(deps.db, async (tx) => {
    const order = await holdOrder(tx, orderNo)
    if (!order || !maySeeInvoice(owner, order)) return refuse('order.notFound')
    if (order.status !== 'PAID') refuse('invoice.notPaid')
    if (order.amountFen === 0) refuse('invoice.nothingPaid')
    const amountFen = await keptFenOf(tx, orderNo)
    const replacesId = await findReversedId(tx, orderNo)
    // a repeat gets the first answer, and what the association reversed is asked for anew
    if (!replacesId && !(await findLive(tx, orderNo)))
      await requireInTime({ db: tx, settings: deps.settings }, order)
    const insert = () => insertInvoice(tx, { ...asked, orderNo, amountFen, replacesId })
    const made = (await insert()) ?? ((await makeWay(tx, owner, input)) && (await insert()))
    if (!made) return requireSame(await findLive(tx, orderNo), asked)
    // what was made is among them; refused, it is not made, and what it was to replace stands
    if ((await countRecent(tx, orderNo)) > mostApplications)
      refuse('invoice.applicationsSpent', { most: mostApplications })
    if (input.saveTitle && 'studentId' in owner) await keepTitle(tx, owner.studentId, asked)
    const actor = actorOf(owner)
    const detail = { orderNo, amountFen, titleType: asked.titleType, title: asked.title }
    await audit(tx, { actor, action: 'invoice.applied', subject: made, detail })
    return made
  })
  return invoiceInfo(deps, owner, { id })
}

/** Takes back what is to be corrected, unless it asks for the same. @throws Refusal invoice.takenUp once staff have begun */
async function makeWay(tx: Tx, owner: Owner, input: ApplyInput): Promise<boolean> {
  const there = await findLive(tx, input.orderNo)
  if (!there || there.id !== input.insteadOf || isSame(there, askedOf(input))) return false
  // staff gave it back between our two looks: the way is free
  if ((await lockInvoice(tx, there.id)).state === 'FAILED') return true
  await takeBack(tx, owner, there.id)
  return true
}

const isSame = (there: InvoiceRow, asked: Asked) => isDeepStrictEqual(askedOf(viewed(there)), asked)

/** @throws Refusal invoice.alreadyApplied when what stands was asked for otherwise */
function requireSame(there: InvoiceRow | undefined, asked: Asked): string {
  // it failed between our two looks
  if (!there) return refuse('common.busy')
  if (isSame(there, asked)) return there.id
  return refuse('invoice.alreadyApplied', { applyNo: there.applyNo, invoiceId: there.id })
}

function viewed(row: InvoiceRow) {
  const { titleType, title, taxNo, email, remark } = invoiceView(row)
  return { titleType, title, taxNo: taxNo ?? undefined, email, remark, saveTitle: false }
}

/**
 * Asks for an issued invoice to be issued otherwise, once: staff reverse the old one, and with that the new application is made
 * (service/settle.ts). Until then the old one stands, and the wish may be taken back. The same again gets the first answer.
 */
export async function changeInvoice(deps: Deps, owner: Owner, input: ChangeInput) {
  const { id, reason } = input
  const asked = askedOf(input)
  const own = await requireOwnInvoice(deps.db, owner, id)
  await inTransaction(deps.db, async (tx) => {
    await holdOrder(tx, own.orderNo)
    const row = await lockInvoice(tx, id)
    const { change } = invoiceView(row)
    if (change) {
      const { askedAt: _, ...before } = change
      return isDeepStrictEqual(before, { ...asked, reason }) || refuse('invoice.changed')
    }
    requireChangeable(row)
    if (sameTitle(row, asked)) refuse('invoice.sameTitle')
    await enterChange(tx, owner, { row, asked, reason, save: input.saveTitle })
    return true
  })
  return invoiceInfo(deps, owner, { id })
}

function requireChangeable(row: InvoiceRow): void {
  if (row.replacesId) refuse('invoice.changed')
  if (row.state !== 'ISSUED') refuse('invoice.notIssued')
  if (!mayChange({ ...row, change: null })) refuse('invoice.notPaid')
}

function sameTitle(row: InvoiceRow, { titleType, title, taxNo }: Asked): boolean {
  return row.titleType === titleType && row.title === title && row.taxNo === taxNo
}

async function enterChange(
  tx: Tx,
  owner: Owner,
  wish: { row: InvoiceRow; asked: Asked; reason: string; save: boolean },
): Promise<void> {
  const { row, asked, reason, save } = wish
  await insertChange(tx, { ...asked, invoiceId: row.id, reason })
  // what was entered is among them; refused, it is not
  if ((await countRecentChanges(tx, row.id)) > mostApplications)
    refuse('invoice.applicationsSpent', { most: mostApplications })
  if (save && 'studentId' in owner) await keepTitle(tx, owner.studentId, asked)
  const before = { titleType: row.titleType, title: row.title, taxNo: row.taxNo }
  const after = { titleType: asked.titleType, title: asked.title, taxNo: asked.taxNo }
  await audit(tx, {
    actor: actorOf(owner),
    action: 'invoice.changeAsked',
    subject: row.id,
    detail: { before, after, reason },
  })
}
