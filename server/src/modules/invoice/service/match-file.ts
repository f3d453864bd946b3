import { foldForms } from '@ce/contract/fold-text'
import type { Db } from '../../../platform/db/database.ts'
import { contentDifferences, redProblem } from '../compare.ts'
import type { InvoiceFields } from '../read/invoice-fields.ts'
import { findLike, findNamed, findToReverse, findVoided } from '../store/files.ts'
import type { InvoiceRow } from '../store/invoices.ts'

/** Whose invoice a file is, by its content; else whose it may be. */
export type Match =
  | { found: InvoiceRow }
  | { outcome: 'AMBIGUOUS' | 'UNMATCHED'; candidates: InvoiceRow[] }

/** more are no choice */
const mostCandidates = 20

/**
 * The application that an invoice names in its remark, or that staff gave its number; else the one that waits for this buyer and this sum. Where
 * none is quite the same, the one that is like it: what differs is told.
 */
export async function matchFile(db: Db, fields: InvoiceFields): Promise<Match> {
  const { references, number, code, title, taxNo } = fields
  const named = await findNamed(db, references, { number, code })
  if (named.length > 0) return chosenOf(named, fields, 'AMBIGUOUS')
  const like = await findLike(db, { title: foldForms(title ?? ''), taxNo })
  return chosenOf(like, fields, 'UNMATCHED')
}

function chosenOf(
  rows: InvoiceRow[],
  fields: InvoiceFields,
  otherwise: 'AMBIGUOUS' | 'UNMATCHED',
): Match {
  const same = rows.filter((row) => contentDifferences(row, fields).length === 0)
  if (same.length > 1) return { outcome: 'AMBIGUOUS', candidates: same.slice(0, mostCandidates) }
  const ofSum = rows.filter(({ amountFen }) => amountFen === fields.amountFen)
  for (const few of [same, ofSum, rows]) {
    const [only] = few
    if (only && few.length === 1) return { found: only }
  }
  return { outcome: otherwise, candidates: rows.slice(0, mostCandidates) }
}

/** The issued invoice that a red one voids. */
export async function matchRed(db: Db, fields: InvoiceFields): Promise<InvoiceRow | null> {
  if (fields.voids) return (await findVoided(db, fields.voids)) ?? null
  const rows = await findToReverse(db, -(fields.amountFen ?? 0))
  const same = rows.filter((row) => redProblem(row, fields) === null)
  return same.length === 1 ? (same[0] ?? null) : null
}
