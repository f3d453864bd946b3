import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { lockSettings, type Settings, SettingsReader, writeSetting } from '../../../../platform/settings.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import type { SellerIdentity } from '../compare.ts'
import { maySeeSavedInvoiceTitle } from '../policy.ts'
import type { InvoiceRequest, InvoiceTitleType } from '../store/invoices.ts'
import {
  deleteInvoiceTitle,
  findInvoiceTitle,
  listInvoiceTitles,
  lockInvoiceTitles,
  upsertInvoiceTitle,
} from '../store/titles.ts'

const of = (settings: Settings): SellerIdentity => ({
  name: settings['invoice.sellerName'],
  taxNo: settings['invoice.sellerTaxNo'],
})

const most = 20

export async function listSavedInvoiceTitles({ db }: Pick<Deps, 'db'>, { studentId }: StudentActor) {
  const list = await listInvoiceTitles(db, studentId)
  return { list: list.map(({ titleType, ...row }) => ({ ...row, titleType: asType(titleType) })) }
}

/** A check constraint of the column guarantees the type. */
function asType(type: string): InvoiceTitleType {
  return type as InvoiceTitleType
}

/**
 * Saves an invoice title, or updates the time of its last use when it exists already.
 * @throws Refusal invoice.tooManyTitles.
 */
export async function saveInvoiceTitle(
  tx: Tx,
  studentId: string,
  title: Pick<InvoiceRequest, 'titleType' | 'title' | 'taxNo'>,
): Promise<void> {
  await lockInvoiceTitles(tx, studentId)
  await upsertInvoiceTitle(tx, studentId, title)
  if ((await listInvoiceTitles(tx, studentId)).length > most) refuse('invoice.tooManyTitles', { most })
}

/** @throws Refusal common.notFound. */
export async function removeSavedInvoiceTitle({ db }: Deps, student: StudentActor, { id }: { id: string }) {
  const title = await findInvoiceTitle(db, id)
  if (!title || !maySeeSavedInvoiceTitle(student, title)) return refuse('common.notFound')
  await deleteInvoiceTitle(db, id)
  return null
}

type Change = z.output<(typeof staffCalls)['invoice']['setSeller']['request']>

export async function loadCachedSeller({ settings }: Pick<Deps, 'settings'>): Promise<SellerIdentity> {
  return of(await settings.all())
}

/** Reads the database, so a change is visible at once. */
export async function readCurrentSeller({ db }: Deps): Promise<SellerIdentity> {
  return of(await new SettingsReader(db).all())
}

/** Name and number of the seller change together. @throws Refusal setting.stale. */
export function saveInvoiceSeller(
  deps: Deps,
  staff: StaffAtWork,
  { before, reason, ...after }: Change,
): Promise<SellerIdentity> {
  return inTransaction(deps.db, async (tx) => {
    const now = of(await lockSettings(tx))
    if (now.name === after.name && now.taxNo === after.taxNo) return now
    if (now.name !== before.name || now.taxNo !== before.taxNo) refuse('setting.stale')
    await writeSetting(tx, 'invoice.sellerName', after.name)
    await writeSetting(tx, 'invoice.sellerTaxNo', after.taxNo)
    await auditStaff(tx, staff, 'invoice.sellerSet', 'seller', { reason, before: now, after })
    return after
  })
}
