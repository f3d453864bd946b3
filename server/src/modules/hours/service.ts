import type { Db, Tx } from '../../platform/db/database.ts'
import { findInclusion, listTexts } from './seals.ts'
import { nextSourceId, sourceName } from './source-names.ts'
import {
  type Entry,
  insertEntries,
  keyOf,
  listEntries,
  listEntriesOf,
  listFirstCredits,
  listYearEntries,
  type NewEntry,
  type Owner,
  type Place,
  sumByYear,
} from './store.ts'
import { bucketOf, type PerSubject, totalsOf, type YearTotals } from './totals.ts'

export { listSeals } from './seals.ts'
export { sealDay } from './service/seal-day.ts'
export { verifyChains } from './service/verify.ts'
export { verifySeals } from './service/verify-seals.ts'
export { sourceName } from './source-names.ts'
export { type Entry, listEntries, lockLedger, type NewEntry, type Owner } from './store.ts'
export { asHours, emptyTotals, missingOf, type YearTotals } from './totals.ts'

/**
 * Writes hours (tenths) into the ledger: the only way a total ever grows. Idempotent by source: gives back what was not
 * there already, of twins in one call the first. Whoever calls it goes through certification_grant, which issues the proof when a year is full.
 */
export async function appendHours(tx: Tx, entries: NewEntry[]): Promise<NewEntry[]> {
  const added = await insertEntries(tx, entries)
  return entries.filter((entry) => added.delete(keyOf(entry)))
}

/**
 * The same, and a source whose hours were taken back is credited by its next name. Under the ledger's lock, which the first try takes: of two at
 * once the second finds what the first wrote.
 * @returns those of the given that were not credited already
 */
export async function appendHoursAnew(tx: Tx, entries: NewEntry[]): Promise<NewEntry[]> {
  const added = new Set(await appendHours(tx, entries))
  const renamed = new Map<NewEntry, NewEntry>()
  for (const entry of entries.filter((one) => !added.has(one))) {
    const { studentId, source, sourceId } = entry
    const before = await entriesOfSource(tx, studentId, source, sourceId)
    if (before.standing) continue
    const next = nextSourceId(sourceName(sourceId), before.entries.length)
    renamed.set({ ...entry, sourceId: next }, entry)
  }
  if (renamed.size > 0)
    for (const entry of await appendHours(tx, [...renamed.keys()]))
      added.add(renamed.get(entry) ?? entry)
  return entries.filter((entry) => added.has(entry))
}

/** What a source credited under all its names, and which of it counts. */
export async function entriesOfSource(
  db: Db,
  studentId: string,
  source: NewEntry['source'],
  sourceId: string,
): Promise<{ entries: Entry[]; standing: Entry | undefined }> {
  const entries = await listEntriesOf(db, studentId, source, sourceName(sourceId))
  // one of them stands at most, and it is the last: the database takes no other
  const last = entries.at(-1)
  if (!last) return { entries, standing: undefined }
  const undone = await listEntriesOf(db, studentId, 'REVERSAL', String(last.seq))
  return { entries, standing: undone.length > 0 ? undefined : last }
}

/** Takes what a source credited back by an entry of its own (product §4 Ledger); false when it was reversed before or never was. */
export async function reverseHours(
  tx: Tx,
  studentId: string,
  source: NewEntry['source'],
  sourceId: string,
  actor: string,
): Promise<boolean> {
  const { standing: entry } = await entriesOfSource(tx, studentId, source, sourceId)
  if (!entry) return false
  const reversal: NewEntry = {
    studentId,
    year: entry.year,
    subject: entry.subject,
    source: 'REVERSAL',
    sourceId: String(entry.seq),
    hours: -entry.hours,
    title: entry.title,
    actor,
  }
  return (await appendHours(tx, [reversal])).length > 0
}

/** Which of a student's entries were taken back, by their numbers in the chain. */
export function reversedSeqs(entries: Entry[]): Set<number> {
  return new Set(
    entries.filter(({ source }) => source === 'REVERSAL').map(({ sourceId }) => Number(sourceId)),
  )
}

/** Entries that still count: neither reversed nor a reversal, in the order they were written. */
export async function standingEntries(db: Db, studentId: string): Promise<Entry[]> {
  const entries = await listEntries(db, studentId)
  const reversed = reversedSeqs(entries)
  return entries.filter(({ seq, source }) => source !== 'REVERSAL' && !reversed.has(seq))
}

/** A student's totals by year, newest first, from the ledger alone. */
export async function hoursTotals(db: Db, studentId: string): Promise<YearTotals[]> {
  return totalsOf(await sumByYear(db, studentId))
}

/** A student's year as the ledger has it. */
export interface YearLedger extends Owner {
  /** tenths, reversals taken off */
  earned: PerSubject
  entries: Entry[]
}

/** Some students' years, each once; empty where the ledger has nothing. */
export async function yearLedgers(db: Db, owners: Owner[]): Promise<YearLedger[]> {
  const ledgers = new Map<string, YearLedger>()
  for (const { studentId, year } of owners)
    ledgers.set(`${studentId} ${year}`, {
      studentId,
      year,
      earned: { professional: 0, public: 0 },
      entries: [],
    })
  for (const { studentId, ...entry } of await listYearEntries(db, [...ledgers.values()])) {
    const ledger = ledgers.get(`${studentId} ${entry.year}`)
    if (!ledger) continue
    ledger.entries.push(entry)
    ledger.earned[bucketOf(entry.subject)] += entry.hours
  }
  return [...ledgers.values()]
}

const late = 'system:since:'

/** Who credits hours that were earned at that moment, and were missing since: the chain has the entry where it comes, and with it that day. */
export function lateActor(since: Date): string {
  return `${late}${since.toISOString()}`
}

/** Of entries that a merge of accounts has brought, or that came late, by `placeOf`: when their hours were credited at first, or should have been. */
export async function firstCredits(
  db: Db,
  ledgers: Pick<YearLedger, 'studentId' | 'entries'>[],
): Promise<Map<string, Date>> {
  const moved = ledgers.flatMap(({ studentId, entries }) =>
    entries
      .filter(({ source }) => source !== 'REVERSAL')
      .filter(({ actor }) => actor.startsWith('merge:') || actor.startsWith(late))
      .map(({ seq }) => ({ studentId, seq })),
  )
  if (moved.length === 0) return new Map()
  const first = await listFirstCredits(db, moved)
  return new Map(first.map(({ at, actor, ...place }) => [placeOf(place), sinceOf(actor) ?? at]))
}

function sinceOf(actor: string): Date | undefined {
  return actor.startsWith(late) ? new Date(actor.slice(late.length)) : undefined
}

/** An entry's name in the answer of firstCredits. */
export function placeOf({ studentId, seq }: Place): string {
  return `${studentId} ${seq}`
}

/** How a student's chain stands in the newest sealed tree, with its entries as they were hashed. Undefined: not sealed yet. */
export async function inclusionOf(db: Db, studentId: string) {
  const inclusion = await findInclusion(db, studentId)
  return inclusion && { ...inclusion, entries: await listTexts(db, studentId, inclusion.seq) }
}
