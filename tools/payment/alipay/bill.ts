import { zipSync } from 'fflate'
import { formatChannelAmount } from '../yuan.ts'
import type { SimulatedAlipayBook } from './book.ts'
import { encodeGb18030 } from './gb18030.ts'
import { simulatedSellerId } from './keys.ts'
import { formatBeijingTime } from './messages.ts'

const titles =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** Builds the bill of a day; null for a day without payments and refunds. */
export function buildAlipayBillFile(book: SimulatedAlipayBook, day: string): Buffer | null {
  const rows = rowsOf(book, day)
  if (rows.length === 0) return null
  rows.push(...book.strangeRows.map((cells) => strangeRow(day, cells)))
  const [paid, back] = ['交易', '退款'].map((kind) => {
    const some = rows.filter((row) => row[2] === kind)
    const fen = some.reduce((sum, row) => sum + Math.round(Number(row[12]) * 100), 0)
    return { count: some.length, sum: `${fen < 0 ? '-' : ''}${formatChannelAmount(Math.abs(fen))}` }
  })
  const list = [
    '#支付宝业务明细查询',
    `#账号：[${simulatedSellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    titles,
    ...rows.map((cells) => cells.join(',')),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${paid?.count}笔，商家实收共${paid?.sum}元，商家优惠共0.00元`,
    `#退款合计：${back?.count}笔，商家实收退款共${back?.sum}元，商家优惠退款共0.00元`,
    `#导出时间：[${formatBeijingTime(book.now())}]`,
  ]
  const name = `${simulatedSellerId}0156_${day.replaceAll('-', '')}_业务明细`
  const summary = [
    '#支付宝业务汇总查询',
    '门店编号,门店名称,交易订单总笔数,退款订单总笔数',
    `合计,,${paid?.count},${back?.count}`,
  ]
  const files = { [`${name}.csv`]: list, [`${name}(汇总).csv`]: summary }
  const packed = Object.entries(files).map(([file, lines]) => [
    file,
    new Uint8Array(encodeGb18030(`${lines.join('\r\n')}\r\n`)),
  ])
  return Buffer.from(zipSync(Object.fromEntries(packed)))
}

/** A bill row for a payment that was not made through the portal. */
function strangeRow(day: string, cells: Record<string, string>): string[] {
  const usual =
    `2026112222001000000000000009\t,TILL-1\t,交易,一瓶水,${day} 12:00:00,${day} 12:00:00,,,,,*某(a***),34.50,34.50,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,,0.00,0.00,`.split(
      ',',
    )
  for (const [title, cell] of Object.entries(cells)) usual[titles.split(',').indexOf(title)] = cell
  return usual
}

function rowsOf(book: SimulatedAlipayBook, day: string): string[][] {
  const isOf = (at: number | null) => at !== null && formatBeijingTime(at).startsWith(day)
  const row = (no: string, kind: string, at: number, amount: string, refundNo = '') => {
    const { transactionId = '', description = '' } = book.trades.get(no) ?? {}
    const time = formatBeijingTime(at)
    const zeros = Array.from({ length: 5 }, () => '0.00')
    const start = [`${transactionId}\t`, `${no}\t`, kind, description, time, time, '', '', '', '']
    const money = [amount, amount, ...zeros, '', '0.00', '0.00']
    return [...start, '*拟(sim***)', ...money, refundNo && `${refundNo}\t`, '0.00', '0.00', '']
  }
  const paid = [...book.trades.values()].filter(({ paidAt }) => isOf(paidAt))
  const back = [...book.refunds.values()].filter(({ at, status }) => status === 'SUCCESS' && isOf(at))
  return [
    ...paid.map((one) => row(one.outTradeNo, '交易', one.paidAt ?? 0, formatChannelAmount(one.total))),
    ...back.map(({ outTradeNo, at, amount, refundNo }) =>
      row(outTradeNo, '退款', at, `-${formatChannelAmount(amount)}`, refundNo),
    ),
  ]
}
