import { setImmediate } from 'node:timers/promises'
import { BillFault } from './bill-fault.ts'
import type { BillRow, BillSplitter, SplitBill } from './bill-rows.ts'

/** A total of the bill's own: of rows, or of fen. `claimed` null: this bill does not say it. */
export interface BillTotal {
  name: string
  of: 'ROWS' | 'FEN'
  claimed: number | null
}

/** What a row adds to each total, in their order; null: it is not known. */
export type ShareOf = (row: BillRow) => readonly number[] | null

interface Reading {
  rows: BillRow[]
  /** rows whose shares are not known, and lines that may hide such rows */
  unknown: number
  sums: number[]
}

/** How well rows agree with the totals: not at all · they leave room for what is unknown · to the fen · and nothing is unknown. */
type Fit = 0 | 1 | 2 | 3

/** Which of some order numbers are ours. */
export type FindOurs = (numbers: string[]) => Promise<ReadonlySet<string>>

/** so many whole rows next to each other may all be somebody's text */
const longestRun = 4
/** so many places are tried where a row may be somebody's text, and so many of those that would do are looked up */
/** rows that are looked at in one go */
const pauseEvery = 500
const mostTries = 20_000
const mostLookups = 100

/** Rows that agree with the totals, and such as were taken for the text of another row in order that they do. */
export interface AgreedRows {
  rows: BillRow[]
  texts: BillRow[]
}

interface Judging {
  splitter: BillSplitter
  totals: readonly BillTotal[]
  shareOf: ShareOf
  numberOf: (row: BillRow) => string
  findOurs: FindOurs
}

/**
 * Rows that agree with the bill's own totals. A text of another till may hold what looks like rows; which reading is right, the totals
 * tell. @throws BillFault MISMATCH, when none is
 */
export async function rowsByTotals(judging: Judging): Promise<AgreedRows> {
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

function weigh(
  { rows, loose }: SplitBill,
  totals: readonly BillTotal[],
  shareOf: ShareOf,
): Reading {
  const sums = totals.map(() => 0)
  let unknown = loose
  for (const row of rows) {
    const share = shareOf(row)
    if (!share) unknown += 1
    for (const [place, part] of (share ?? []).entries()) sums[place] = (sums[place] ?? 0) + part
  }
  return { rows, unknown, sums }
}

function fitOf(
  { sums, unknown }: Pick<Reading, 'sums' | 'unknown'>,
  totals: readonly BillTotal[],
): Fit {
  const missing = totals.map(
    ({ claimed }, place) => (claimed ?? sums[place] ?? 0) - (sums[place] ?? 0),
  )
  if (missing.every((part) => part === 0)) return unknown === 0 ? 3 : 2
  const rows = missing.filter((_, place) => totals[place]?.of === 'ROWS')
  const missingRows = rows.reduce((sum, part) => sum + part, 0)
  // money that no unknown row can have is missing
  return missing.every((part) => part >= 0) && missingRows > 0 && missingRows <= unknown ? 1 : 0
}

/**
 * The rows without some neighbours that are the text of the row before them: what remains agrees with the totals to the fen. No text
 * stands in a row of ours, and no row of ours is a text, unless it stands there a second time. Null: there are no such neighbours.
 */
async function withoutTexts(reading: Reading, judging: Judging): Promise<AgreedRows | null> {
  const { rows } = reading
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(contentOf(row), (counts.get(contentOf(row)) ?? 0) + 1)
  let [tries, lookups] = [0, 0]
  for (let length = 1; length <= longestRun; length += 1)
    for (let at = 0; at + length < rows.length && tries < mostTries; at += 1) {
      // learners are answered by the same process
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

/** What one row in place of these must add to the totals. Null: no row can, that has its amounts from one of them. */
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

function mergedAs(
  wanted: readonly number[],
  taken: BillRow[],
  { splitter, totals, shareOf }: Judging,
): BillRow | null {
  const [first, last] = [taken[0], taken.at(-1)]
  if (!first || !last) return null
  const merged = splitter.read(first.from, last.to)
  const share = shareOf(merged)
  // what of it is text cannot be told, but it can be such a row
  if (merged.whole && !share) return merged
  const fits = share?.every(
    (part, place) => totals[place]?.claimed === null || part === wanted[place],
  )
  return fits ? merged : null
}

const contentOf = ({ cells, from }: BillRow) => (cells ? JSON.stringify([...cells]) : String(from))

function mismatchText(sums: number[], totals: readonly BillTotal[]): string {
  const words = totals.map(({ name, claimed }, place) => `${name} ${sums[place]} of ${claimed}`)
  return `the rows are not what the totals say: ${words.join(', ')}`
}
