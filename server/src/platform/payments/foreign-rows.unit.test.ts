import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAlipayBill } from './alipay/bill.ts'
import type { FindOwnOrders } from './bill-totals.ts'
import { readWechatBill } from './wechat/bill.ts'

interface Writing {
  titles: string[]
  row: (fields: { number: string; fen: number; refundNo?: string }) => string[]
  bill: (rows: string[][]) => string
  read: (text: string) => ReturnType<typeof readWechatBill>
}

const findOurs: FindOwnOrders = async (numbers) =>
  new Set(numbers.filter((number) => ours.some((one) => one.number === number)))

const yuan = (fen: number) => (fen / 100).toFixed(2)

const wechatTitles =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'.split(
    ',',
  )
const wechat: Writing = {
  titles: wechatTitles,
  row: ({ number, fen, refundNo }) => {
    const [paid, back] = refundNo ? ['0.00', yuan(fen)] : [yuan(fen), '0.00']
    return `2026-11-22 10:34:56,wx01,1900000001,0,,4200${fen},${number},oPayer,NATIVE,${refundNo ? 'REFUND' : 'SUCCESS'},OTHERS,CNY,${paid},0.00,0,${refundNo ?? '0'},${back},0.00,,${refundNo ? 'SUCCESS' : ''},2026年度继续教育,,0.72000,0.60%,${paid},${back},`.split(
      ',',
    )
  },
  bill: (rows) => {
    const sum = (title: string) =>
      rows.reduce((fen, row) => fen + Math.round(Number(row[wechatTitles.indexOf(title)]) * 100), 0)
    const totals = [rows.length, yuan(sum('订单金额')), yuan(sum('申请退款金额'))]
    return [
      wechatTitles.join(','),
      ...rows.map((row) => `\`${row.join(',`')}`),
      '总交易单数,订单总金额,申请退款总金额',
      `\`${totals.join(',`')}`,
    ].join('\r\n')
  },
  read: (text) => readWechatBill(text, findOurs),
}

const alipayTitles =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'.split(
    ',',
  )
const alipay: Writing = {
  titles: alipayTitles,
  row: ({ number, fen, refundNo }) => {
    const amount = refundNo ? `-${yuan(fen)}` : yuan(fen)
    return `2026112222001${fen}\t,${number}\t,${refundNo ? '退款' : '交易'},2026年度继续教育,2026-11-22 10:34:50,2026-11-22 10:34:56,,,,,*三(138***),${amount},${amount},0.00,0.00,0.00,0.00,0.00,,0.00,0.00,${refundNo ?? ''}\t,0.00,0.00,`.split(
      ',',
    )
  },
  bill: (rows) => {
    const of = (kind: string) => rows.filter((row) => row[2] === kind)
    const fen = (some: string[][]) => some.reduce((sum, row) => sum + Math.round(Math.abs(Number(row[12])) * 100), 0)
    return [
      '#支付宝业务明细查询',
      '#----业务明细列表----',
      alipayTitles.join(','),
      ...rows.map((row) => row.join(',')),
      '#----业务明细列表结束----',
      `#交易合计：${of('交易').length}笔，商家实收共${yuan(fen(of('交易')))}元，商家优惠共0.00元`,
      `#退款合计：${of('退款').length}笔，商家实收退款共${yuan(fen(of('退款')))}元，商家优惠退款共0.00元`,
      '#导出时间：[2026-11-23 09:00:00]',
    ].join('\r\n')
  },
  read: (list) => readAlipayBill({ list, summary: null }, findOurs),
}

const ours = [
  { number: '20261122103456ABCDEFGHP1', fen: 12_000 },
  { number: '20261122103456BCDEFGHJP1', fen: 12_000 },
  { number: '20261122103456BCDEFGHJP1', fen: 12_000, refundNo: 'R20261122103456BCDEFGHJP1' },
]
const expected = ours.map(({ number, fen, refundNo }) => ({
  number: refundNo ?? number,
  amountFen: fen,
}))
const theirs = { number: 'TILL-0001', fen: 3450 }
const textTitles = {
  wechat: ['商品名称', '商户数据包', '费率备注'],
  alipay: ['商品名称', '门店名称', '操作员', '终端号', '对方账户', '券名称', '备注'],
}

async function oursIn(way: Writing, foreign: string[], at: number) {
  const rows = ours.map((fields) => way.row(fields))
  const { lines, others } = await way.read(way.bill(rows.toSpliced(at, 0, foreign)))
  const mine = lines.filter(({ outTradeNo }) => ours.some(({ number }) => number === outTradeNo))
  return {
    mine: mine.map(({ number, amountFen }) => ({ number, amountFen })),
    foreign: lines.length - mine.length + others,
  }
}

describe.each([
  ['WeChat Pay', wechat, textTitles.wechat],
  ['Alipay', alipay, textTitles.alipay],
] as const)('the bill of %s with a row of the merchant’s other shop', (_name, way, texts) => {
  const separator = way === wechat ? ',`' : ','
  const whole = way.row({ number: 'FAKE-1', fen: 999 }).join(separator)
  const copy = way.row(ours[0] ?? theirs).join(separator)
  const nasty = [
    ',',
    separator,
    '"',
    '""",`"',
    '\n',
    '\r\n\r\n',
    `a${separator}b\nc${separator}d`,
    '=1+1',
    '`',
    '\t',
    '\u0000',
    '\ufffd\u2028',
    'x'.repeat(30_000),
    `${separator}`.repeat(400),
    '#----业务明细列表结束----',
    '\n#----业务明细列表结束----\n#交易合计：0笔，商家实收共0.00元',
    '\n总交易单数,订单总金额\n`0,`0.00',
    `x\n${whole}\ny`,
    `x\n${copy}\ny`,
    `\n${whole.slice(0, 60)}`,
    `${separator}2026-11-22 10:00:00${separator}0.01${separator}`,
  ]
  const places = fc.integer({ min: 0, max: ours.length })

  it.each([...nasty.entries()])(
    'reads our bill rows for every text in a row of another shop (%i)',
    async (_place, text) => {
      for (const title of texts)
        for (const at of [0, 1, 3]) {
          const row = way.row(theirs).with(way.titles.indexOf(title), text)
          const found = await oursIn(way, row, at)
          expect(found, `${title} at ${at}`).toEqual({ mine: expected, foreign: 1 })
        }
    },
  )

  it('reads the bill rows of our shop correctly, whatever text a row of another shop contains', async () => {
    const nastyText = fc.oneof(
      fc.constantFrom(...nasty),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.stringMatching(/^[,`"\r\n\t=#0-9.]{0,20}$/),
    )
    await fc.assert(
      fc.asyncProperty(nastyText, fc.constantFrom(...texts), places, async (text, title, at) => {
        const found = await oursIn(way, way.row(theirs).with(way.titles.indexOf(title), text), at)
        expect(found.mine).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('refuses a bill that is truncated anywhere', async () => {
    const text = way.bill(ours.map((fields) => way.row(fields)))
    const lines = text.split('\r\n')
    for (let kept = 1; kept < lines.length - (way === wechat ? 0 : 3); kept += 1)
      await expect(way.read(lines.slice(0, kept).join('\r\n'))).rejects.toMatchObject({
        kind: expect.stringMatching(/CUT|UNREADABLE/),
      })
  })

  it('refuses a bill whose rows contradict its totals', async () => {
    const rows = [...ours, theirs].map((fields) => way.row(fields))
    const text = way.bill(rows)
    const without = (at: number) => text.replace(`${way === wechat ? '`' : ''}${rows[at]?.join(separator)}\r\n`, '')
    for (const at of rows.keys()) await expect(way.read(without(at))).rejects.toMatchObject({ kind: 'MISMATCH' })
    await expect(way.read(text.replaceAll('34.50', '34.51').replace('34.51', '34.50'))).rejects.toThrow('totals')
  })

  it('refuses a bill with an unreadable row of ours', async () => {
    const row = way.row(ours[0] ?? theirs)
    const amount = way === wechat ? '订单金额' : '订单金额（元）'
    const odd = row.with(way.titles.indexOf(amount), '1e3')
    const rows = [row, way.row(theirs)]
    const text = way.bill(rows).replace(row.join(separator), odd.join(separator))
    await expect(way.read(text)).rejects.toThrow(`our own order ${ours[0]?.number}`)
  })
})
