import { zipSync } from 'fflate'
import { yuan } from '../yuan.ts'
import type { AlipayBook } from './book.ts'
import { inGb18030 } from './gb18030.ts'
import { sellerId } from './keys.ts'
import { beijing } from './messages.ts'

const titles =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** A day's bill as it is downloaded; null: nothing happened on it. */
export function billFile(book: AlipayBook, day: string): Buffer | null {
  const rows = rowsOf(book, day)
  if (rows.length === 0) return null
  rows.push(...book.strangeRows.map((cells) => strangeRow(day, cells)))
  const [paid, back] = ['交易', '退款'].map((kind) => {
    const some = rows.filter((row) => row[2] === kind)
    const fen = some.reduce((sum, row) => sum + Math.round(Number(row[12]) * 100), 0)
    return { count: some.length, sum: `${fen < 0 ? '-' : ''}${yuan(Math.abs(fen))}` }
  })
  const list = [
    '#支付宝业务明细查询',
    `#账号：[${sellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    titles,
    ...rows.map((cells) => cells.join(',')),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${paid?.count}笔，商家实收共${paid?.sum}元，商家优惠共0.00元`,
    `#退款合计：${back?.count}笔，商家实收退款共${back?.sum}元，商家优惠退款共0.00元`,
    `#导出时间：[${beijing(book.now())}]`,
  ]
  const name = `${sellerId}0156_${day.replaceAll('-', '')}_业务明细`
  const summary = [
    '#支付宝业务汇总查询',
    '门店编号,门店名称,交易订单总笔数,退款订单总笔数',
    `合计,,${paid?.count},${back?.count}`,
  ]
  const files = { [`${name}.csv`]: list, [`${name}(汇总).csv`]: summary }
  const packed = Object.entries(files).map(([file, lines]) => [
    file,
    new Uint8Array(inGb18030(`${lines.join('\r\n')}\r\n`)),
  ])
  return Buffer.from(zipSync(Object.fromEntries(packed)))
}

/** Paid at another till of the account, which writes into its fields what it likes. */
function strangeRow(day: string, cells: Record<string, string>): string[] {
  const usual =
    `2026112222001000000000000009\t,TILL-1\t,交易,一瓶水,${day} 12:00:00,${day} 12:00:00,,,,,*某(a***),34.50,34.50,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,,0.00,0.00,`.split(
      ',',
    )
  for (const [title, cell] of Object.entries(cells)) usual[titles.split(',').indexOf(title)] = cell
  return usual
}

function rowsOf(book: AlipayBook, day: string): string[][] {
  const isOf = (at: number | null) => at !== null && beijing(at).startsWith(day)
  const row = (no: string, kind: string, at: number, amount: string, refundNo = '') => {
    const { transactionId = '', description = '' } = book.trades.get(no) ?? {}
    const time = beijing(at)
    const zeros = Array.from({ length: 5 }, () => '0.00')
    const start = [`${transactionId}\t`, `${no}\t`, kind, description, time, time, '', '', '', '']
    const money = [amount, amount, ...zeros, '', '0.00', '0.00']
    return [...start, '*拟(sim***)', ...money, refundNo && `${refundNo}\t`, '0.00', '0.00', '']
  }
  const paid = [...book.trades.values()].filter(({ paidAt }) => isOf(paidAt))
  const back = [...book.refunds.values()].filter(
    ({ at, status }) => status === 'SUCCESS' && isOf(at),
  )
  return [
    ...paid.map((one) => row(one.outTradeNo, '交易', one.paidAt ?? 0, yuan(one.total))),
    ...back.map(({ outTradeNo, at, amount, refundNo }) =>
      row(outTradeNo, '退款', at, `-${yuan(amount)}`, refundNo),
    ),
  ]
}
