import { BillFault } from './bill-fault.ts'
import { type BillLayout, type BillRow, BillSplitter } from './bill-rows.ts'
import { type BillTotal, type FindOurs, rowsByTotals, type ShareOf } from './bill-totals.ts'
import { isChannelNumber } from './channel-number.ts'
import type { BillLine, ChannelBill } from './gateway.ts'

/** of one day's bill */
const mostLines = 50_000
/** more fen than the books hold of one payment */
const mostFen = 2 ** 31 - 1

/** The lines of a bill's text that hold anything. @throws BillFault when there are too many */
export function textLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (lines.length > mostLines) throw new BillFault('UNREADABLE', 'the bill has too many rows')
  return lines
}

/** What a row says of money. Null: it is about none, or about another kind of it. @throws Error when it says nothing we can read */
export type ReadLine = (cells: ReadonlyMap<string, string>) => BillLine | null

/** How the rows of one channel's bills are read. */
export interface BillReading {
  layout: BillLayout
  totals: readonly BillTotal[]
  shareOf: ShareOf
  /** the column of the merchant's own order number */
  numberTitle: string
  readLine: ReadLine
  /** whether rows of other kinds are in the totals */
  countsOthers: boolean
}

/**
 * The rows of a bill as its lines. What cannot be read is counted: the bill is the whole account's, and other tills write as they like.
 * @throws BillFault when the totals do not fit, or a row of ours cannot be read
 */
export async function readRows(
  lines: readonly string[],
  reading: BillReading,
  findOurs: FindOurs,
): Promise<ChannelBill> {
  const { layout, totals, shareOf, numberTitle, readLine } = reading
  const numberOf = ({ cells, head }: BillRow) => (cells ?? head).get(numberTitle) ?? ''
  const splitter = await BillSplitter.open(lines, layout)
  const { rows, texts } = await rowsByTotals({ splitter, totals, shareOf, numberOf, findOurs })
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
  const all = counts.reduce(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  )
  const others =
    all === null ? unread.length : all - bill.length - (reading.countsOthers ? kinds : 0)
  return { lines: bill, others: others + kinds }
}

/** undefined: it cannot be read. */
function lineOf({ cells }: BillRow, readLine: ReadLine): BillLine | null | undefined {
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
