import type { staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  lockSettings,
  type Settings,
  SettingsReader,
  writeSetting,
} from '../../../platform/settings.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { Seller } from '../compare.ts'

type Change = z.output<(typeof staffCalls)['invoice']['setSeller']['request']>

const of = (settings: Settings): Seller => ({
  name: settings['invoice.sellerName'],
  taxNo: settings['invoice.sellerTaxNo'],
})

/** Who issues the association's invoices, as every process goes by it. */
export async function sellerOf({ settings }: Pick<Deps, 'settings'>): Promise<Seller> {
  return of(await settings.all())
}

/** The same, read anew: whoever has just changed it sees it. */
export async function shownSeller({ db }: Deps): Promise<Seller> {
  return of(await new SettingsReader(db).all())
}

/** Both at once: a name without its number checks nothing. @throws Refusal setting.stale */
export function setSeller(
  deps: Deps,
  staff: StaffAtWork,
  { before, reason, ...after }: Change,
): Promise<Seller> {
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
