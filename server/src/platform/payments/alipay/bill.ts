import { crc32 } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { fromBufferPromise } from 'yauzl'
import { decodeName, decodeText } from '../../decode-text.ts'
import { fromShanghaiTime } from '../../shanghai-day.ts'
import type { BillLine } from '../gateway.ts'
import { fenOf } from '../yuan.ts'

/** the one of its files that lists each trade; the other sums them up */
const listName = /业务明细\.csv$/
/** bytes, unpacked: some two hundred thousand trades */
const mostUnpacked = 64 * 1024 * 1024

/** The columns we read, by their titles: the channel adds others now and then. */
const titles = {
  transactionId: '支付宝交易号',
  outTradeNo: '商户订单号',
  kind: '业务类型',
  at: '完成时间',
  amount: '订单金额（元）',
  refundNo: '退款批次号/请求号',
} as const

/** The list of a bill as it is downloaded: a ZIP of CSVs in GB18030. @throws Error when it is not such a file, or too large */
export async function unpackBill(bytes: Buffer, most = mostUnpacked): Promise<string> {
  const zip = await fromBufferPromise(bytes, {
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
  })
  for await (const entry of zip.eachEntry()) {
    if (!listName.test(decodeName(entry.fileNameRaw) ?? '')) continue
    if (entry.uncompressedSize > most) throw new Error('the bill is too large')
    const pieces: Buffer[] = []
    // more bytes than the list of the ZIP said is an error
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
    const content = Buffer.concat(pieces)
    if (crc32(content) !== entry.crc32) throw new Error('the bill is damaged')
    const text = decodeText(content)
    if (text === undefined) throw new Error('the bill is no text')
    return text
  }
  throw new Error('the bill has no list of trades')
}

/**
 * A day's trades and refunds; lines that begin with # are words around the table. `others`: the kinds of its other rows, each once; the
 * bill is the whole account's, and what else happens on it hinders no comparison.
 * @throws Error when it is not such a table
 */
export function readBill(text: string): { lines: BillLine[]; others: string[] } {
  const table = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
  const [head = [], ...rows]: string[][] = parse(table, {
    bom: true,
    trim: true,
    relax_quotes: true,
  })
  const place = Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [name, head.indexOf(title)]),
  )
  const missing = Object.keys(titles).find((name) => place[name] === -1)
  if (missing) throw new Error(`the bill has no column for ${missing}`)
  const others = new Set<string>()
  const lines = rows.flatMap((row) => {
    const cell = (name: keyof typeof titles) => (row[place[name] ?? -1] ?? '').trim()
    const line = lineOf(cell)
    if (!line) others.add(cell('kind'))
    return line ?? []
  })
  return { lines, others: [...others] }
}

/** Null: a row of another kind, which need not even have a time. */
function lineOf(cell: (name: keyof typeof titles) => string): BillLine | null {
  const outTradeNo = cell('outTradeNo')
  const fixed = () => ({
    outTradeNo,
    transactionId: cell('transactionId'),
    at: fromShanghaiTime(cell('at')),
  })
  if (cell('kind') === '交易')
    return { ...fixed(), kind: 'PAYMENT', number: outTradeNo, amountFen: fenOf(cell('amount')) }
  if (cell('kind') === '退款') {
    const amountFen = fenOf(cell('amount').replace(/^-/, ''))
    return { ...fixed(), kind: 'REFUND', number: cell('refundNo'), amountFen }
  }
  return null
}
