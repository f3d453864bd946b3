import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { signedUrl } from '../../../platform/files/links.ts'
import { maySeeInvoice } from '../policy.ts'
import { findInvoice, findNewest, type InvoiceRow, listOwn, type Owner } from '../store/invoices.ts'
import { invoiceView } from './view.ts'

type Calls = (typeof clientCalls)['invoice']

/** An invoice as its owner sees it, with the private address of its file. */
function ownView({ keys }: Pick<Deps, 'keys'>, row: InvoiceRow) {
  const [kind, ownerId] = row.studentId
    ? (['invoices', row.studentId] as const)
    : (['employer-invoices', row.organisationId ?? ''] as const)
  const fileUrl = row.fileId ? signedUrl(keys, kind, row.id, ownerId) : null
  return { ...invoiceView(row), fileUrl }
}

/** One's own invoice; another's answers as a missing one. */
export async function requireOwnInvoice(db: Db, owner: Owner, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id)
  if (!row || !maySeeInvoice(owner, row)) return refuse('invoice.notFound')
  return row
}

/** A page of one's invoices, newest first. */
export async function myInvoices(
  deps: Deps,
  owner: Owner,
  input: z.output<Calls['my_invoice']['request']>,
) {
  const { list, ...page } = await listOwn(deps.db, owner, input)
  return { list: list.map((row) => ownView(deps, row)), ...page }
}

/** One invoice, or the newest of an order. @throws Refusal invoice.notFound also for another's */
export async function invoiceInfo(
  deps: Deps,
  owner: Owner,
  { id, orderNo }: z.output<Calls['info']['request']>,
) {
  if (id) return ownView(deps, await requireOwnInvoice(deps.db, owner, id))
  const row = await findNewest(deps.db, orderNo ?? '')
  if (!row || !maySeeInvoice(owner, row)) return refuse('invoice.notFound')
  return ownView(deps, row)
}
