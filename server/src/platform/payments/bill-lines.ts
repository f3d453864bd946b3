import { BillFault } from './bill-fault.ts'
import { type BillLayout, type BillRow, BillSplitter } from './bill-rows.ts'
import { type BillRowShares, type BillTotal, type FindOwnOrders, findRowsMatchingTotals } from './bill-totals.ts'
import { isChannelNumber } from './channel-values.ts'
import type { BillLine, ChannelBill } from './gateway.ts'

const mostLines = 50_000
/** The largest amount that our books can hold. */
const mostFen = 2 ** 31 - 1

/** @throws BillFault when there are too many lines. */
export function splitBillLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (lines.length > mostLines) throw new BillFault('UNREADABLE', 'the bill has too many rows')
  return lines
}

/** null when the row is neither a payment nor a refund. @throws Error when the row is unreadable. */
export type BillLineReader = (cells: ReadonlyMap<string, string>) => BillLine | null

export interface BillReadingRules {
  layout: BillLayout
  totals: readonly BillTotal[]
  shareOf: BillRowShares
  /** Title of the column with the merchant's order number. */
  numberTitle: string
  readLine: BillLineReader
  /** Whether the totals include rows of other kinds, such as fees. */
  countsOthers: boolean
}

/**
 * Unreadable rows of the merchant's other shops are only counted. @throws BillFault when the totals do not match or a
 * row of ours is unreadable.
 */
export async function readBillRows(
  lines: readonly string[],
  reading: BillReadingRules,
  findOurs: FindOwnOrders,
): Promise<ChannelBill> {
  const { layout, totals, shareOf, numberTitle, readLine } = reading
  const numberOf = ({ cells, head }: BillRow) => (cells ?? head).get(numberTitle) ?? ''
  const splitter = await BillSplitter.open(lines, layout)
  const { rows, texts } = await findRowsMatchingTotals({ splitter, totals, shareOf, numberOf, findOurs })
  const bill: BillLine[] = []
  const unread: BillRow[] = []
  let kinds = 0
  for (const row of rows) {
    const line = lineOf(row, readLine)
    if (line === null) kinds += 1
    else if (line) bill.push(line)
    else unread.push(row)
  }
  const [ours] = await findOurs([...unread, ...texts].map(numberOf))
  if (ours) throw new BillFault('UNREADABLE', `a row of our own order ${ours} cannot be read`)
  const counts = totals.flatMap(({ of, claimed }) => (of === 'ROWS' ? [claimed] : []))
  const all = counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)
  const others = all === null ? unread.length : all - bill.length - (reading.countsOthers ? kinds : 0)
  return { lines: bill, others: others + kinds }
}

/** undefined when the row is unreadable. */
function lineOf({ cells }: BillRow, readLine: BillLineReader): BillLine | null | undefined {
  if (!cells) return undefined
  try {
    const line = readLine(cells)
    if (!line) return null
    const numbers = [line.number, line.outTradeNo, line.transactionId]
    const fits = numbers.every(isChannelNumber)
    return fits && line.amountFen <= mostFen ? line : undefined
  } catch {
    return undefined
  }
}
