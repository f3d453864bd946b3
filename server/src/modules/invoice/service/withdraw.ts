import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { actorOf } from '../actor.ts'
import { mayWithdraw, mayWithdrawChange } from '../policy.ts'
import { stateName } from '../state-names.ts'
import {
  holdOrder,
  lockInvoice,
  type Owner,
  setWithdrawn,
  withdrawStandingChange,
} from '../store/invoices.ts'
import { invoiceInfo, requireOwnInvoice } from './read.ts'
import { invoiceView } from './view.ts'

/**
 * Takes one's own application back while it waits; it stays in the books as withdrawn, and another may be made. A repeat changes nothing.
 * @throws Refusal invoice.takenUp once staff have begun
 */
export async function withdrawInvoice(deps: Deps, owner: Owner, { id }: { id: string }) {
  const { orderNo } = await requireOwnInvoice(deps.db, owner, id)
  await inTransaction(deps.db, async (tx) => {
    await holdOrder(tx, orderNo)
    await takeBack(tx, owner, id)
  })
  return invoiceInfo(deps, owner, { id })
}

/** Part of the caller's transaction, which holds the order; staff that begin at the same moment wait, or were first. */
export async function takeBack(tx: Tx, owner: Owner, id: string): Promise<void> {
  const row = await lockInvoice(tx, id)
  if (row.withdrawnAt) return
  if (row.state === 'ISSUING' || row.state === 'ISSUED') refuse('invoice.takenUp')
  if (!mayWithdraw(row)) refuse('invoice.settled', { state: stateName(row) })
  await setWithdrawn(tx, id)
  const { applyNo, orderNo } = row
  await audit(tx, {
    actor: actorOf(owner),
    action: 'invoice.withdrawn',
    subject: id,
    detail: { applyNo, orderNo },
  })
}

/**
 * Takes one's own wish for another invoice back: the one that is issued stands, and may be wished otherwise anew. Without a wish nothing
 * changes, so neither does a repeat. @throws Refusal invoice.settled once staff have entered the red invoice, invoice.orderRefunded
 */
export async function withdrawChange(deps: Deps, owner: Owner, { id }: { id: string }) {
  const { orderNo } = await requireOwnInvoice(deps.db, owner, id)
  await inTransaction(deps.db, async (tx) => {
    await holdOrder(tx, orderNo)
    const row = await lockInvoice(tx, id)
    const { applyNo } = row
    const { change } = invoiceView(row)
    if (!change) return
    if (row.state !== 'ISSUED') refuse('invoice.settled', { state: stateName(row) })
    if (!mayWithdrawChange({ ...row, change })) refuse('invoice.orderRefunded')
    await withdrawStandingChange(tx, id)
    const detail = { applyNo, orderNo, title: change.title }
    const actor = actorOf(owner)
    await audit(tx, { actor, action: 'invoice.changeWithdrawn', subject: id, detail })
  })
  return invoiceInfo(deps, owner, { id })
}
