import { setImmediate } from 'node:timers/promises'
import { BillFault } from './bill-fault.ts'
import type { BillRow, BillSplitter, SplitBillRows } from './bill-rows.ts'

/** A total in rows or in fen; `claimed` is null when the bill does not state it. */
export interface BillTotal {
  name: string
  of: 'ROWS' | 'FEN'
  claimed: number | null
}

export type BillRowShares = (row: BillRow) => readonly number[] | null

interface Reading {
  rows: BillRow[]
  /** Number of rows whose part of the totals is unknown, and of lines that may hide such rows. */
  unknown: number
  sums: number[]
}

/**
 * How well the rows match the bill's totals. 0: not at all, 1: unknown rows may be the difference, 2: exactly, 3:
 * exactly and without unknown rows.
 */
type Fit = 0 | 1 | 2 | 3

export type FindOwnOrders = (numbers: string[]) => Promise<ReadonlySet<string>>

/** The most adjacent whole rows that may in fact be text of another shop's row. */
const longestRun = 4
/** Rows between two pauses, then the most rows to try, and the most matching rows whose orders are looked up. */
const pauseEvery = 500
const mostTries = 20_000
const mostLookups = 100

export interface RowsMatchingTotals {
  rows: BillRow[]
  texts: BillRow[]
}

interface Judging {
  splitter: BillSplitter
  totals: readonly BillTotal[]
  shareOf: BillRowShares
  numberOf: (row: BillRow) => string
  findOurs: FindOwnOrders
}

/**
 * A text of another shop's row may look like rows, so the totals decide. @throws BillFault MISMATCH when no reading
 * matches.
 */
export async function findRowsMatchingTotals(judging: Judging): Promise<RowsMatchingTotals> {
  const { splitter, totals, shareOf } = judging
  const plain = weigh(splitter.split(false), totals, shareOf)
  if (fitOf(plain, totals) === 3) return { rows: plain.rows, texts: [] }
  const readings = [plain, weigh(splitter.split(true), totals, shareOf)]
  const best = readings.toSorted((a, b) => fitOf(b, totals) - fitOf(a, totals))[0]
  if (best && fitOf(best, totals) > 0) return { rows: best.rows, texts: [] }
  for (const reading of readings) {
    const found = await withoutTexts(reading, judging)
    if (found) return found
  }
  throw new BillFault('MISMATCH', mismatchText(readings[0]?.sums ?? [], totals))
}

function weigh({ rows, loose }: SplitBillRows, totals: readonly BillTotal[], shareOf: BillRowShares): Reading {
  const sums = totals.map(() => 0)
  let unknown = loose
  for (const row of rows) {
    const share = shareOf(row)
    if (!share) unknown += 1
    for (const [place, part] of (share ?? []).entries()) sums[place] = (sums[place] ?? 0) + part
  }
  return { rows, unknown, sums }
}

function fitOf({ sums, unknown }: Pick<Reading, 'sums' | 'unknown'>, totals: readonly BillTotal[]): Fit {
  const missing = totals.map(({ claimed }, place) => (claimed ?? sums[place] ?? 0) - (sums[place] ?? 0))
  if (missing.every((part) => part === 0)) return unknown === 0 ? 3 : 2
  const rows = missing.filter((_, place) => totals[place]?.of === 'ROWS')
  const missingRows = rows.reduce((sum, part) => sum + part, 0)
  // The missing rows and money must fit into the unknown rows.
  return missing.every((part) => part >= 0) && missingRows > 0 && missingRows <= unknown ? 1 : 0
}

/**
 * Tries to read adjacent rows as text of the row before them, but never rows of our own orders. null when no reading
 * matches.
 */
async function withoutTexts(reading: Reading, judging: Judging): Promise<RowsMatchingTotals | null> {
  const { rows } = reading
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(contentOf(row), (counts.get(contentOf(row)) ?? 0) + 1)
  let [tries, lookups] = [0, 0]
  for (let length = 1; length <= longestRun; length += 1)
    for (let at = 0; at + length < rows.length && tries < mostTries; at += 1) {
      // The same process answers learners, so long work pauses regularly.
      if (at % pauseEvery === 0) await setImmediate()
      const taken = rows.slice(at, at + length + 1)
      const wanted = shareWanted(taken, reading, judging)
      if (!wanted) continue
      tries += 1
      const merged = mergedAs(wanted, taken, judging)
      if (!merged) continue
      const texts = taken.slice(1).filter((row) => (counts.get(contentOf(row)) ?? 0) < 2)
      lookups += 1
      if (lookups > mostLookups) return null
      const ours = await judging.findOurs([merged, ...texts].map(judging.numberOf))
      if (ours.size > 0) continue
      return { rows: rows.with(at, merged).toSpliced(at + 1, length), texts }
    }
  return null
}

/** The part of the totals that one row must have to replace these rows; null when no single row has it. */
function shareWanted(taken: BillRow[], { sums }: Reading, { totals, shareOf }: Judging) {
  const shares = taken.map((row) => shareOf(row))
  const partOf = (share: readonly number[] | null, place: number) => share?.[place] ?? 0
  const wanted = totals.map(({ claimed }, place) => {
    const rest = shares.reduce((sum, share) => sum - partOf(share, place), sums[place] ?? 0)
    return (claimed ?? sums[place] ?? 0) - rest
  })
  const known = totals.map((_, place) => place).filter((place) => totals[place]?.claimed !== null)
  const fits = (share: readonly number[] | null) =>
    share !== null && known.every((place) => partOf(share, place) === wanted[place])
  return shares.some(fits) ? wanted : null
}

function mergedAs(wanted: readonly number[], taken: BillRow[], { splitter, totals, shareOf }: Judging): BillRow | null {
  const [first, last] = [taken[0], taken.at(-1)]
  if (!first || !last) return null
  const merged = splitter.read(first.from, last.to)
  const share = shareOf(merged)
  // The cells of the joined row are ambiguous, but it may be the row that fits the totals.
  if (merged.whole && !share) return merged
  const fits = share?.every((part, place) => totals[place]?.claimed === null || part === wanted[place])
  return fits ? merged : null
}

const contentOf = ({ cells, from }: BillRow) => (cells ? JSON.stringify([...cells]) : String(from))

function mismatchText(sums: number[], totals: readonly BillTotal[]): string {
  const words = totals.map(({ name, claimed }, place) => `${name} ${sums[place]} of ${claimed}`)
  return `the rows are not what the totals say: ${words.join(', ')}`
}
