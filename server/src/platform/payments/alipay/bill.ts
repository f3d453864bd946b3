import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { fromShanghaiTime } from '../../shanghai-day.ts'
import { BillFault } from '../bill-fault.ts'
import { type BillLineReader, readBillRows, splitBillLines } from '../bill-lines.ts'
import { type BillRow, splitBillCells } from '../bill-rows.ts'
import type { BillTotal, FindOwnOrders } from '../bill-totals.ts'
import { yuanToFen } from '../channel-values.ts'
import type { ChannelBill } from '../gateway.ts'

/** Limit in bytes for all unpacked files together. */
const mostUnpacked = 64 * 1024 * 1024
const mostFiles = 10

/** Columns are found by title, because the channel adds other columns now and then. */
const columns = {
  transactionId: '支付宝交易号',
  outTradeNo: '商户订单号',
  kind: '业务类型',
  at: '完成时间',
  amount: '订单金额（元）',
  refundNo: '退款批次号/请求号',
} as const
/** Title of the received amount. In bills without this column, the totals add up the order amounts. */
const received = '商家实收（元）'
const titlesNeeded = Object.values(columns)
const separator = ','
const money = /^(-?\d{1,12}(\.\d{1,2})?)?$/
const time = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/
/** Columns with free text of the merchant's other shops. The other columns hold times, amounts and numbers. */
const texts = new Set('商品名称 门店编号 门店名称 操作员 终端号 对方账户 券名称 备注'.split(' '))

export interface AlipayBillFiles {
  list: string
  /** Totals by shop; the last row is the overall total. */
  summary: string | null
}

/** A bill is a ZIP of CSV files in GB18030. @throws BillFault when it is another file, truncated or too large. */
export async function unpackAlipayBill(bytes: Buffer, most = mostUnpacked): Promise<AlipayBillFiles> {
  const texts = await readEntries(bytes, most).catch((error) => {
    if (error instanceof BillFault) throw error
    // A file that begins like a ZIP but cannot be unpacked lacks the directory at its end, so it is truncated.
    const kind = bytes.subarray(0, 2).toString() === 'PK' ? 'CUT' : 'UNREADABLE'
    throw new BillFault(kind, `the bill cannot be unpacked: ${(error as Error).message}`)
  })
  const [list, ...more] = texts.filter((text) => findTitles(text.split('\n')) !== -1)
  if (list === undefined) throw new BillFault('UNREADABLE', 'the bill has no list of trades')
  if (more.length > 0) throw new BillFault('UNREADABLE', 'the bill has more than one list of trades')
  return { list, summary: texts.find((text) => text.includes(summaryTitles.paid)) ?? null }
}

async function readEntries(bytes: Buffer, most: number): Promise<string[]> {
  const zip = await fromBufferPromise(bytes, {
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: true,
  })
  if (zip.entryCount > mostFiles) throw new BillFault('UNREADABLE', 'the bill has too many files')
  const texts: string[] = []
  let left = most
  for await (const entry of zip.eachEntry()) {
    if (!/\.csv$/i.test(entry.fileNameRaw.toString('latin1'))) continue
    left -= entry.uncompressedSize
    if (left < 0) throw new BillFault('UNREADABLE', 'the bill is too large')
    const pieces: Buffer[] = []
    // Reading a packed file that is longer than the ZIP directory says throws an error.
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
    const content = Buffer.concat(pieces)
    if (crc32(content) !== entry.crc32) throw new BillFault('CUT', 'the bill is damaged')
    texts.push(decode(content))
  }
  return texts
}

/** Decoding never fails, because texts of other shops may be cut within a character. */
function decode(content: Buffer): string {
  const asUtf8 = content.toString()
  return isUtf8(content) || asUtf8.includes(columns.outTradeNo) ? asUtf8 : new TextDecoder('gb18030').decode(content)
}

/** Rows of other business of the Alipay account are ignored. @throws BillFault. */
export async function readAlipayBill(
  { list, summary }: AlipayBillFiles,
  findOurs: FindOwnOrders,
): Promise<ChannelBill> {
  const lines = splitBillLines(list)
  const head = findTitles(lines)
  if (head === -1) throw new BillFault('UNREADABLE', 'the bill has no list of trades')
  const end = lines.findLastIndex((line) => /^#-*业务明细列表结束/.test(line))
  if (end < head || lines.slice(end).some((line) => !line.startsWith('#')))
    throw new BillFault('CUT', 'the list of trades has no end')
  const titles = titlesIn(lines[head] ?? '')
  const read = titles.includes(received) ? [...titlesNeeded, received] : titlesNeeded
  const reading = {
    layout: { separator, titles, shapes: shapesOf(titles), texts, read },
    totals: totalsOf(lines.slice(end), summary),
    shareOf,
    numberTitle: columns.outTradeNo,
    readLine,
    countsOthers: false,
  }
  return readBillRows(lines.slice(head + 1, end), reading, findOurs)
}

const titlesIn = (line: string) => splitBillCells(line.replace(/^\uFEFF/, ''), separator)

function findTitles(lines: readonly string[]): number {
  return lines.findIndex((line) => {
    if (!line.includes(columns.outTradeNo) || line.startsWith('#')) return false
    const titles = titlesIn(line)
    return titlesNeeded.every((title) => titles.includes(title))
  })
}

function shapesOf(titles: readonly string[]): Record<string, RegExp> {
  const amounts = titles.filter((title) => title.endsWith('（元）'))
  return {
    ...Object.fromEntries(amounts.map((title) => [title, money])),
    [columns.transactionId]: /^\d{1,64}$/,
    创建时间: time,
    [columns.at]: time,
  }
}

/** Reads a total from a line such as "#交易合计：1笔，商家实收共120.05元，商家优惠共0元" */
const claimed = (name: string) => new RegExp(`^#${name}合计：(\\d{1,9})笔，商家实收(?:退款)?共(-?[\\d.]{1,14})元`)
const summaryTitles = { paid: '交易订单总笔数', back: '退款订单总笔数' } as const

/** @throws BillFault when neither file has totals. */
function totalsOf(footer: string[], summary: string | null): BillTotal[] {
  const [paid, back] = ['交易', '退款'].map((name) => {
    const said = footer.map((line) => claimed(name).exec(line)).find((match) => match !== null)
    return said ? { rows: Number(said[1]), fen: claimedFen(said[2] ?? '') } : null
  })
  const counted = countsIn(summary)
  if (!paid && !back && !counted) throw new BillFault('CUT', 'the bill says no totals')
  return [
    { name: '交易笔数', of: 'ROWS', claimed: paid?.rows ?? counted?.paid ?? null },
    { name: '交易金额', of: 'FEN', claimed: paid?.fen ?? null },
    { name: '退款笔数', of: 'ROWS', claimed: back?.rows ?? counted?.back ?? null },
    { name: '退款金额', of: 'FEN', claimed: back?.fen ?? null },
  ]
}

function countsIn(summary: string | null): { paid: number; back: number } | null {
  const lines = summary?.split(/\r?\n/) ?? []
  const head = lines.find((line) => line.includes(summaryTitles.paid))
  const last = lines.find((line) => /^"?合计/.test(line))
  if (!head || !last) return null
  const [titles, cells] = [titlesIn(head), splitBillCells(last, separator)]
  const count = (title: string) => Number(cells[titles.indexOf(title)] ?? 'none')
  const [paid, back] = [count(summaryTitles.paid), count(summaryTitles.back)]
  return Number.isInteger(paid) && Number.isInteger(back) ? { paid, back } : null
}

function claimedFen(yuan: string): number {
  try {
    return yuanToFen(yuan.replace(/^-/, ''))
  } catch {
    throw new BillFault('UNREADABLE', 'a total of the bill is no amount')
  }
}

function shareOf({ cells }: BillRow): number[] | null {
  if (!cells) return null
  const kind = cells.get(columns.kind)
  const amount = cells.get(received) ?? cells.get(columns.amount) ?? ''
  // Rows of other business are in no total.
  if (kind !== '交易' && kind !== '退款') return [0, 0, 0, 0]
  try {
    const fen = yuanToFen(amount.replace(/^-/, ''))
    return kind === '交易' ? [1, fen, 0, 0] : [0, 0, 1, fen]
  } catch {
    return null
  }
}

const readLine: BillLineReader = (cells) => {
  const cell = (name: keyof typeof columns) => cells.get(columns[name]) ?? ''
  const outTradeNo = cell('outTradeNo')
  const fixed = () => ({
    outTradeNo,
    transactionId: cell('transactionId'),
    at: fromShanghaiTime(cell('at')),
  })
  if (cell('kind') === '交易')
    return { ...fixed(), kind: 'PAYMENT', number: outTradeNo, amountFen: yuanToFen(cell('amount')) }
  if (cell('kind') === '退款') {
    const amountFen = yuanToFen(cell('amount').replace(/^-/, ''))
    // A refund without its own number has the number of its order.
    return { ...fixed(), kind: 'REFUND', number: cell('refundNo') || outTradeNo, amountFen }
  }
  return null
}
