import { fromShanghaiTime } from '../../shanghai-day.ts'
import type { BillLine } from '../gateway.ts'
import { fenOf } from '../yuan.ts'

/** The columns we read, by their titles: the channel adds others now and then. */
const titles = {
  at: '交易时间',
  transactionId: '微信订单号',
  outTradeNo: '商户订单号',
  state: '交易状态',
  refundNo: '商户退款单号',
  amount: '订单金额',
  refunded: '申请退款金额',
  refundState: '退款状态',
} as const
const totals = '总交易单数'

/**
 * The channel's bill of a day (type ALL): a table of all trades, every cell after a backtick, then its totals.
 * @throws Error when it is not such a table, or the totals do not fit its rows
 */
export function readBill(text: string): BillLine[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
  const head = rows[0]?.split(',') ?? []
  const end = rows.findIndex((line) => line.startsWith(totals))
  if (end < 1) throw new Error('the bill has no totals')
  const place = Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [name, head.indexOf(title)]),
  )
  const missing = Object.keys(titles).find((name) => place[name] === -1)
  if (missing) throw new Error(`the bill has no column for ${missing}`)
  const lines = rows.slice(1, end).map((row) => lineOf(cellsOf(row), (name) => place[name] ?? -1))
  const count = Number(cellsOf(rows[end + 1] ?? '')[0])
  if (count !== lines.length) throw new Error(`the bill has ${lines.length} of ${count} rows`)
  return lines.filter((line) => line !== null)
}

function lineOf(cells: string[], place: (name: keyof typeof titles) => number): BillLine | null {
  const cell = (name: keyof typeof titles) => cells[place(name)] ?? ''
  const outTradeNo = cell('outTradeNo')
  const fixed = {
    outTradeNo,
    transactionId: cell('transactionId'),
    at: fromShanghaiTime(cell('at')),
  }
  if (cell('state') === 'SUCCESS')
    return { ...fixed, kind: 'PAYMENT', number: outTradeNo, amountFen: fenOf(cell('amount')) }
  if (cell('state') === 'REFUND')
    return {
      ...fixed,
      kind: 'REFUND',
      number: cell('refundNo'),
      amountFen: fenOf(cell('refunded')),
      // PROCESSING, ABNORMAL: it has the day on which it was asked for
      done: cell('refundState') === 'SUCCESS',
    }
  // REVOKED: nothing was paid
  return null
}

function cellsOf(row: string): string[] {
  return row
    .slice(row.startsWith('`') ? 1 : 0)
    .split(',`')
    .map((cell) => cell.trim())
}
