import { appNow, type Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type InvoiceDeadline, invoiceDeadline } from '../deadline.ts'

interface PaidOrder {
  /** null: not paid */
  paidAt: Date | null
  amountFen: number
}

/** @returns what tells of each order until when its invoice can be asked for; null where nothing was paid */
export async function invoiceDeadlines({
  db,
  settings,
}: Pick<Deps, 'settings'> & { db: Db }): Promise<(order: PaidOrder) => InvoiceDeadline | null> {
  const [now, days] = [await appNow(db), await settings.get('invoice.daysAfterYear')]
  return ({ paidAt, amountFen }) =>
    paidAt && amountFen > 0 ? invoiceDeadline(paidAt, now, days) : null
}

/** @throws Refusal invoice.tooLate */
export async function requireInTime(deps: Pick<Deps, 'settings'> & { db: Db }, order: PaidOrder) {
  const deadline = (await invoiceDeadlines(deps))(order)
  if (deadline?.passed) refuse('invoice.tooLate', { day: deadline.day })
}
