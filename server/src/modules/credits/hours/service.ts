import type { Db, Tx } from '../../../platform/db/database.ts'
import { findLedgerInclusion, listHashedEntryTexts } from './daily-roots.ts'
import { nextSourceId, sourceNameOf } from './source-names.ts'
import {
  creditKeyOf,
  insertLedgerEntries,
  type LedgerEntryRow,
  type LedgerPosition,
  listEntriesOfSource,
  listEntriesOfYears,
  listFirstCredits,
  listLedgerEntries,
  type NewLedgerEntry,
  type StudentYearKey,
  sumHoursByYear,
} from './store.ts'
import { type HoursPerSubject, hoursBucketOf, type YearTotals, yearTotalsOf } from './totals.ts'

export {
  type LedgerEntryRow,
  listLedgerEntries,
  lockLedger,
  type NewLedgerEntry,
  type StudentYearKey,
} from './store.ts'

/**
 * The only way to add hours (tenths). Sources already credited are skipped. Call it through certification_grant, which
 * issues proofs. @returns the added entries
 */
export async function appendHours(tx: Tx, entries: NewLedgerEntry[]): Promise<NewLedgerEntry[]> {
  const added = await insertLedgerEntries(tx, entries)
  return entries.filter((entry) => added.delete(creditKeyOf(entry)))
}

/**
 * Credits a source again after its hours were reversed, under the next name of the source. The ledger lock prevents a
 * double credit.
 * @returns the added entries
 */
export async function appendHoursAgain(tx: Tx, entries: NewLedgerEntry[]): Promise<NewLedgerEntry[]> {
  const added = new Set(await appendHours(tx, entries))
  const renamed = new Map<NewLedgerEntry, NewLedgerEntry>()
  for (const entry of entries.filter((one) => !added.has(one))) {
    const { studentId, source, sourceId } = entry
    const before = await findEntriesOfSource(tx, studentId, source, sourceId)
    if (before.standing) continue
    const next = nextSourceId(sourceNameOf(sourceId), before.entries.length)
    renamed.set({ ...entry, sourceId: next }, entry)
  }
  if (renamed.size > 0)
    for (const entry of await appendHours(tx, [...renamed.keys()])) added.add(renamed.get(entry) ?? entry)
  return entries.filter((entry) => added.has(entry))
}

/** Lists the entries under all names of the source; `standing` is the entry that counts. */
export async function findEntriesOfSource(
  db: Db,
  studentId: string,
  source: NewLedgerEntry['source'],
  sourceId: string,
): Promise<{ entries: LedgerEntryRow[]; standing: LedgerEntryRow | undefined }> {
  const entries = await listEntriesOfSource(db, studentId, source, sourceNameOf(sourceId))
  // All entries of a source except the last one are reversed; a database constraint ensures this.
  const last = entries.at(-1)
  if (!last) return { entries, standing: undefined }
  const undone = await listEntriesOfSource(db, studentId, 'REVERSAL', String(last.seq))
  return { entries, standing: undone.length > 0 ? undefined : last }
}

/** Returns false when already reversed or never credited (docs/rules/hours-and-proof.md#ledger). */
export async function reverseHours(
  tx: Tx,
  studentId: string,
  source: NewLedgerEntry['source'],
  sourceId: string,
  actor: string,
): Promise<boolean> {
  const { standing: entry } = await findEntriesOfSource(tx, studentId, source, sourceId)
  if (!entry) return false
  const reversal: NewLedgerEntry = {
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

export function listReversedEntryNumbers(entries: LedgerEntryRow[]): Set<number> {
  return new Set(entries.filter(({ source }) => source === 'REVERSAL').map(({ sourceId }) => Number(sourceId)))
}

export async function listUnreversedEntries(db: Db, studentId: string): Promise<LedgerEntryRow[]> {
  const entries = await listLedgerEntries(db, studentId)
  const reversed = listReversedEntryNumbers(entries)
  return entries.filter(({ seq, source }) => source !== 'REVERSAL' && !reversed.has(seq))
}

export async function loadHoursTotals(db: Db, studentId: string): Promise<YearTotals[]> {
  return yearTotalsOf(await sumHoursByYear(db, studentId))
}

export interface YearLedger extends StudentYearKey {
  /** Earned hours in tenths; reversals are subtracted. */
  earned: HoursPerSubject
  entries: LedgerEntryRow[]
}

export async function loadYearLedgers(db: Db, owners: StudentYearKey[]): Promise<YearLedger[]> {
  const ledgers = new Map<string, YearLedger>()
  for (const { studentId, year } of owners)
    ledgers.set(`${studentId} ${year}`, {
      studentId,
      year,
      earned: { professional: 0, public: 0 },
      entries: [],
    })
  for (const { studentId, ...entry } of await listEntriesOfYears(db, [...ledgers.values()])) {
    const ledger = ledgers.get(`${studentId} ${entry.year}`)
    if (!ledger) continue
    ledger.entries.push(entry)
    ledger.earned[hoursBucketOf(entry.subject)] += entry.hours
  }
  return [...ledgers.values()]
}

const late = 'system:since:'

/** Returns the actor name of a late credit, which contains the time when the hours were earned. */
export function lateCreditActorName(since: Date): string {
  return `${late}${since.toISOString()}`
}

/** The result is keyed by entryKeyOf and covers merged entries and late credits. */
export async function findFirstCreditDays(
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
  return new Map(first.map(({ at, actor, ...place }) => [ledgerEntryKeyOf(place), sinceOf(actor) ?? at]))
}

function sinceOf(actor: string): Date | undefined {
  return actor.startsWith(late) ? new Date(actor.slice(late.length)) : undefined
}

export function ledgerEntryKeyOf({ studentId, seq }: LedgerPosition): string {
  return `${studentId} ${seq}`
}

/** Returns undefined until a daily root covers the student. */
export async function findInclusionWithEntries(db: Db, studentId: string) {
  const inclusion = await findLedgerInclusion(db, studentId)
  return inclusion && { ...inclusion, entries: await listHashedEntryTexts(db, studentId, inclusion.seq) }
}
