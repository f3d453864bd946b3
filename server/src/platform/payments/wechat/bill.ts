import { fromShanghaiTime } from '../../shanghai-day.ts'
import { BillFault } from '../bill-fault.ts'
import { type BillLineReader, readBillRows, splitBillLines } from '../bill-lines.ts'
import { type BillRow, splitBillCells } from '../bill-rows.ts'
import type { BillTotal, FindOwnOrders } from '../bill-totals.ts'
import { yuanToFen } from '../channel-values.ts'
import type { ChannelBill } from '../gateway.ts'

/** Columns are found by title, because the channel adds other columns now and then. */
const columns = {
  at: '交易时间',
  transactionId: '微信订单号',
  outTradeNo: '商户订单号',
  state: '交易状态',
  refundNo: '商户退款单号',
  amount: '订单金额',
  refunded: '申请退款金额',
  refundState: '退款状态',
} as const
const money = /^(-?\d{1,12}(\.\d{1,2})?)?$/
const word = /^[A-Z_]{0,32}$/
const shapes: Record<string, RegExp> = {
  交易时间: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  商户号: /^\d{0,32}$/,
  微信订单号: /^\d{1,64}$/,
  交易类型: word,
  交易状态: word,
  货币种类: /^[A-Z]{0,3}$/,
  应结订单金额: money,
  代金券金额: money,
  退款金额: money,
  充值券退款金额: money,
  退款状态: word,
  手续费: /^(-?\d{1,10}(\.\d{1,6})?)?$/,
  订单金额: money,
  申请退款金额: money,
}
const texts = new Set(['商品名称', '商户数据包', '费率备注'])
const separator = ',`'
const totalsBegin = '总交易单数'

/** A WeChat bill has a backtick before each cell, and ends with two lines of totals. @throws BillFault. */
export async function readWechatBill(text: string, findOurs: FindOwnOrders): Promise<ChannelBill> {
  const lines = splitBillLines(text)
  const titles = (lines[0] ?? '').split(',').map((title) => title.trim())
  const missing = Object.values(columns).find((title) => !titles.includes(title))
  if (missing) throw new BillFault('UNREADABLE', `the bill has no column ${missing}`)
  const [names = '', claims = ''] = lines.slice(-2)
  if (lines.length < 3 || !names.startsWith(totalsBegin))
    throw new BillFault('CUT', 'the bill has no totals at its end')
  const reading = {
    layout: { separator, titles, shapes, texts, read: Object.values(columns) },
    totals: totalsOf(names, claims),
    shareOf,
    numberTitle: columns.outTradeNo,
    readLine,
    countsOthers: true,
  }
  return readBillRows(lines.slice(1, -2), reading, findOurs)
}

/** @throws BillFault when the number of rows is unreadable. */
function totalsOf(names: string, claims: string): BillTotal[] {
  const titles = names.split(',').map((title) => title.trim())
  const values = splitBillCells(claims, separator)
  const said = (title: string) => values[titles.indexOf(title)]
  const rows = said(totalsBegin) ?? ''
  if (!/^\d{1,9}$/.test(rows)) throw new BillFault('CUT', 'the bill has no totals at its end')
  const fen = (name: string): BillTotal => {
    const claim = said(name)
    return { name, of: 'FEN', claimed: claim === undefined ? null : fenOrFault(claim) }
  }
  return [{ name: totalsBegin, of: 'ROWS', claimed: Number(rows) }, fen('订单总金额'), fen('申请退款总金额')]
}

function fenOrFault(yuan: string): number {
  try {
    return yuanToFen(yuan)
  } catch {
    throw new BillFault('UNREADABLE', 'a total of the bill is no amount')
  }
}

function shareOf({ cells }: BillRow): number[] | null {
  if (!cells) return null
  try {
    // Nothing was paid for a revoked order, and it is unknown whether the totals contain its amount.
    if (cells.get(columns.state) === 'REVOKED') return null
    return [1, yuanToFen(cells.get(columns.amount) ?? ''), yuanToFen(cells.get(columns.refunded) ?? '')]
  } catch {
    return null
  }
}

const readLine: BillLineReader = (cells) => {
  const cell = (name: keyof typeof columns) => cells.get(columns[name]) ?? ''
  const fixed = () => ({
    outTradeNo: cell('outTradeNo'),
    transactionId: cell('transactionId'),
    at: fromShanghaiTime(cell('at')),
  })
  switch (cell('state')) {
    case 'SUCCESS':
      return {
        ...fixed(),
        kind: 'PAYMENT',
        number: cell('outTradeNo'),
        amountFen: yuanToFen(cell('amount')),
      }
    case 'REFUND':
      return {
        ...fixed(),
        kind: 'REFUND',
        number: cell('refundNo'),
        amountFen: yuanToFen(cell('refunded')),
        // The bill lists pending refunds on the day of their request.
        done: cell('refundState') === 'SUCCESS',
      }
    case 'REVOKED':
      return null
    default:
      throw new Error('a state that is none we know')
  }
}
