import type { Db, Tx } from '../../platform/db/database.ts'
import {
  type Entry,
  findEntry,
  insertEntry,
  listEntries,
  type NewEntry,
  sumByYear,
} from './store.ts'
import { emptyTotals, totalsOf, type YearTotals } from './totals.ts'

export { sealDay } from './service/seal-day.ts'
export { type ChainReport, verifyChains } from './service/verify.ts'
export { type Entry, listEntries, type NewEntry } from './store.ts'
export { asHours, emptyTotals, type PerSubject, type YearTotals } from './totals.ts'

/**
 * Writes hours (tenths) into the ledger: the only way a total ever grows. Idempotent by source; false when it was
 * there already. Whoever calls it goes through certification_grant, which issues the proof when a year is full.
 */
export function appendHours(tx: Tx, entry: NewEntry): Promise<boolean> {
  return insertEntry(tx, entry)
}

/** Takes an entry back by an entry of its own (product §4 Ledger); false when it was reversed before or never was. */
export async function reverseHours(
  tx: Tx,
  studentId: string,
  source: NewEntry['source'],
  sourceId: string,
  actor: string,
): Promise<boolean> {
  const entry = await findEntry(tx, studentId, source, sourceId)
  if (!entry) return false
  return insertEntry(tx, {
    studentId,
    year: entry.year,
    subject: entry.subject,
    source: 'REVERSAL',
    sourceId: String(entry.seq),
    hours: -entry.hours,
    title: entry.title,
    actor,
  })
}

/** Entries that still count: neither reversed nor a reversal, in the order they were written. */
export async function standingEntries(db: Db, studentId: string): Promise<Entry[]> {
  const entries = await listEntries(db, studentId)
  const reversed = new Set(
    entries.filter(({ source }) => source === 'REVERSAL').map(({ sourceId }) => Number(sourceId)),
  )
  return entries.filter(({ seq, source }) => source !== 'REVERSAL' && !reversed.has(seq))
}

/** A student's totals by year, newest first, from the ledger alone. */
export async function hoursTotals(db: Db, studentId: string): Promise<YearTotals[]> {
  return totalsOf(await sumByYear(db, studentId))
}

/** One year's totals; zeros when the ledger has nothing. */
export async function yearTotals(db: Db, studentId: string, year: number): Promise<YearTotals> {
  return totalsOf(await sumByYear(db, studentId, year))[0] ?? emptyTotals(year)
}
