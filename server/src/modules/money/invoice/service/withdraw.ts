import { audit } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { invoiceOwnerActor } from '../actor.ts'
import { invoiceStateName } from '../names.ts'
import { mayWithdrawInvoiceApplication, mayWithdrawInvoiceChange } from '../policy.ts'
import {
  type InvoiceOwner,
  lockInvoice,
  lockOrderForShare,
  setInvoiceChangeWithdrawn,
  setInvoiceWithdrawn,
} from '../store/invoices.ts'
import { loadOwnInvoice, requireOwnInvoice, toInvoiceView } from './view.ts'

/**
 * Keeps the application as withdrawn. A repeat changes nothing. @throws Refusal invoice.takenUp once staff have begun.
 */
export async function withdrawInvoice(deps: Deps, owner: InvoiceOwner, { id }: { id: string }) {
  const { orderNo } = await requireOwnInvoice(deps.db, owner, id)
  await inTransaction(deps.db, async (tx) => {
    await lockOrderForShare(tx, orderNo)
    await withdrawInvoiceInTransaction(tx, owner, id)
  })
  return loadOwnInvoice(deps, owner, { id })
}

/** The caller has locked the order, so that staff cannot begin to issue the invoice at the same time. */
export async function withdrawInvoiceInTransaction(tx: Tx, owner: InvoiceOwner, id: string): Promise<void> {
  const row = await lockInvoice(tx, id)
  if (row.withdrawnAt) return
  if (row.state === 'ISSUING' || row.state === 'ISSUED') refuse('invoice.takenUp')
  if (!mayWithdrawInvoiceApplication(row)) refuse('invoice.settled', { state: invoiceStateName(row) })
  await setInvoiceWithdrawn(tx, id)
  const { applyNo, orderNo } = row
  await audit(tx, {
    actor: invoiceOwnerActor(owner),
    action: 'invoice.withdrawn',
    subject: id,
    detail: { applyNo, orderNo },
  })
}

/**
 * The issued invoice stays and may be changed later. A repeat changes nothing. @throws Refusal invoice.settled once
 * staff have entered the red invoice, invoice.orderRefunded.
 */
export async function withdrawInvoiceChange(deps: Deps, owner: InvoiceOwner, { id }: { id: string }) {
  const { orderNo } = await requireOwnInvoice(deps.db, owner, id)
  await inTransaction(deps.db, async (tx) => {
    await lockOrderForShare(tx, orderNo)
    const row = await lockInvoice(tx, id)
    const { applyNo } = row
    const { change } = toInvoiceView(row)
    if (!change) return
    if (row.state !== 'ISSUED') refuse('invoice.settled', { state: invoiceStateName(row) })
    if (!mayWithdrawInvoiceChange({ ...row, change })) refuse('invoice.orderRefunded')
    await setInvoiceChangeWithdrawn(tx, id)
    const detail = { applyNo, orderNo, title: change.title }
    const actor = invoiceOwnerActor(owner)
    await audit(tx, { actor, action: 'invoice.changeWithdrawn', subject: id, detail })
  })
  return loadOwnInvoice(deps, owner, { id })
}
