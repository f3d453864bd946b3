import type { SimulatedChannelBook, SimulatedTrade } from '../book.ts'
import { formatChannelAmount } from '../yuan.ts'
import { simulatedAppid, simulatedMchid } from './keys.ts'
import { formatWechatTime, wechatAppidOfTrade } from './messages.ts'

const titles =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const totals = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const dayOf = (at: number) => formatWechatTime(at).slice(0, 10)

export function buildWechatBill(book: SimulatedChannelBook, day: string): string {
  const paid = [...book.trades.values()].filter(({ paidAt }) => paidAt !== null && dayOf(paidAt) === day)
  const back = [...book.refunds.values()].filter(({ at, status }) => status !== 'CLOSED' && dayOf(at) === day)
  if (paid.length + back.length === 0) return ''
  const rows = [
    ...paid.map((trade) => rowOf(trade, trade.paidAt ?? 0)),
    ...back.flatMap((refund) => {
      const trade = book.trades.get(refund.outTradeNo)
      return trade ? [rowOf(trade, refund.at, refund)] : []
    }),
  ]
  rows.push(...book.strangeRows.map((cells) => strangeRow(day, cells)))
  const sum = (title: string) => formatChannelAmount(rows.reduce((fen, row) => fen + fenIn(row, title), 0))
  const sums = [
    String(rows.length),
    sum('应结订单金额'),
    sum('退款金额'),
    '0.00',
    '0.00',
    sum('订单金额'),
    sum('申请退款金额'),
  ]
  return `${[titles, ...rows.map(written), totals, written(sums)].join('\r\n')}\r\n`
}

const placeOf = (title: string) => titles.split(',').indexOf(title)

/** Reads an amount of the bill in fen. */
function fenIn(row: string[], title: string): number {
  const fen = Math.round(Number(row[placeOf(title)]) * 100)
  return Number.isFinite(fen) ? fen : 0
}

/** A bill row for a payment that was not made through the portal. */
function strangeRow(day: string, cells: Record<string, string>): string[] {
  const usual =
    `${day} 12:00:00,${simulatedAppid},${simulatedMchid},0,,4200000000000000000000000001,TILL-1,oSomebody,NATIVE,SUCCESS,OTHERS,CNY,34.50,0.00,0,0,0.00,0.00,,,一瓶水,,0.20000,0.60%,34.50,0.00,`.split(
      ',',
    )
  for (const [title, cell] of Object.entries(cells)) usual[placeOf(title)] = cell
  return usual
}

const written = (cells: string[]) => `\`${cells.join(',`')}`

function rowOf(
  trade: SimulatedTrade,
  at: number,
  refund?: { refundId: string; refundNo: string; amount: number; status: string },
): string[] {
  const back = refund ? formatChannelAmount(refund.amount) : '0.00'
  const total = refund ? '0.00' : formatChannelAmount(trade.total)
  return [
    formatWechatTime(at).slice(0, 19).replace('T', ' '),
    wechatAppidOfTrade(trade),
    simulatedMchid,
    '0',
    '',
    trade.transactionId ?? '',
    trade.outTradeNo,
    trade.payer ?? 'oSimulated',
    trade.type,
    refund ? 'REFUND' : 'SUCCESS',
    'OTHERS',
    'CNY',
    total,
    '0.00',
    refund?.refundId ?? '0',
    refund?.refundNo ?? '0',
    back,
    '0.00',
    refund ? 'ORIGINAL' : '',
    refund?.status ?? '',
    trade.description.replaceAll(',', '，'),
    '',
    '0.00000',
    '0.60%',
    total,
    back,
    '',
  ]
}
