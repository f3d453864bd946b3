import { describe, expect, it } from 'vitest'
import { buildZip } from '../../../../test/factories/zip.ts'
import { readAlipayBill, unpackAlipayBill } from './bill.ts'

/** The file names 业务明细.csv and 业务明细(汇总).csv in GBK. */
const listName = Buffer.from('32303838d2b5cef1c3f7cfb82e637376', 'hex')
const sumName = Buffer.from('32303838d2b5cef1c3f7cfb828bbe3d7dc292e637376', 'hex')
/** The titles 支付宝交易号,商户订单号,业务类型,完成时间,订单金额（元）,退款批次号/请求号 in GBK. */
const inGb18030Titles = Buffer.from(
  'd6a7b8b6b1a6bdbbd2d7bac52cc9ccbba7b6a9b5a5bac52cd2b5cef1c0e0d0cd2ccdeab3c9cab1bce42cb6a9b5a5bdf0b6eea3a8d4aaa3a92ccdcbbfeec5fab4cebac52fc7ebc7f3bac50a',
  'hex',
)
const head =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,备注'
const paid =
  '2026112222001\t,ORDERP1\t,交易,2026年度继续教育,2026-11-22 10:34:50,2026-11-22 10:34:56,*三(138***),120.05,120.05,,'
const back =
  '2026112222001\t,ORDERP1\t,退款,2026年度继续教育,2026-11-22 11:00:00,2026-11-22 11:00:00,*三(138***),-120.05,-120.05,RORDERP1\t,'
const bill = (...rows: string[]) =>
  ['#支付宝业务明细查询', '#账号：[20880000000000010156]', '#----业务明细列表----', head, ...rows]
    .concat('#----业务明细列表结束----', '#交易合计：1笔，商家实收共120.05元，商家优惠共0元')
    .join('\r\n')

const read = (list: string) => readAlipayBill({ list, summary: null }, async (numbers) => new Set(numbers))

describe('Alipay bills', () => {
  it('reads an Alipay bill to the fen, and keeps payments and refunds apart', async () => {
    const fixed = { outTradeNo: 'ORDERP1', transactionId: '2026112222001', amountFen: 12_005 }
    const { lines } = await read(bill(paid, back).replaceAll('\r\n', '\n'))
    expect(lines).toEqual([
      { ...fixed, kind: 'PAYMENT', number: 'ORDERP1', at: new Date('2026-11-22T02:34:56Z') },
      { ...fixed, kind: 'REFUND', number: 'RORDERP1', at: new Date('2026-11-22T03:00:00Z') },
    ])
    const none = bill().replace('1笔，商家实收共120.05', '0笔，商家实收共0.00')
    expect(await read(none)).toEqual({ lines: [], others: 0 })
  })

  it('bill rows that are neither payment nor refund are only counted, even without a time', async () => {
    const moved = paid.replace('交易', '转账').replace('2026-11-22 10:34:56', '')
    expect(await read(bill(moved, paid, moved))).toMatchObject({
      lines: [{ kind: 'PAYMENT', number: 'ORDERP1' }],
      others: 2,
    })
  })

  it('reads the totals from the second file when the first has none', async () => {
    const list = bill(paid, back).replace(/#交易合计.*/, '')
    await expect(read(list)).rejects.toThrow('no totals')
    const summary = (rows: number) => `门店编号,门店名称,交易订单总笔数,退款订单总笔数\r\n合计,,${rows},1\r\n`
    const whole = readAlipayBill({ list, summary: summary(1) }, async () => new Set())
    expect((await whole).lines).toHaveLength(2)
    const cut = readAlipayBill({ list, summary: summary(2) }, async () => new Set())
    await expect(cut).rejects.toMatchObject({ kind: 'MISMATCH' })
  })

  it('unpacks a ZIP of two bill files with any encoding of file names and with cut characters', async () => {
    const text = bill(paid, back)
    const sums = { name: sumName, content: '门店编号,交易订单总笔数' }
    const modern = { name: '2088_list.csv', content: text }
    expect(await unpackAlipayBill(buildZip([sums, modern]))).toEqual({ list: text, summary: sums.content })
    // The text 支付宝 in GB18030 ends within its first character.
    const cut = Buffer.concat([inGb18030Titles, Buffer.from([0xd6, 0x2c, 0x31])])
    const { list } = await unpackAlipayBill(buildZip([{ name: listName, content: cut }]))
    expect(list).toContain('支付宝交易号,商户订单号')
    expect(list).toMatch(/\ufffd,1$/)
  })

  it('refuses a bill that is no ZIP, has no directory, a wrong size, or is damaged or truncated', async () => {
    const entry = { name: listName, content: bill(paid) }
    const problem = (zip: Buffer, most?: number) => expect(unpackAlipayBill(zip, most)).rejects
    const unreadable = expect.objectContaining({ kind: 'UNREADABLE' })
    await problem(Buffer.from('<html>expired</html>')).toEqual(unreadable)
    await problem(buildZip([{ name: sumName, content: 'sums' }])).toThrow('no list of trades')
    await problem(buildZip([entry, entry])).toThrow('more than one list')
    await problem(buildZip(Array.from({ length: 11 }, () => entry))).toThrow('too many files')
    await problem(buildZip([entry]), 99).toThrow('too large')
    await problem(buildZip([{ ...entry, claimedSize: 10 }])).toThrow()
    await problem(buildZip([{ ...entry, claimedCrc: 1 }])).toThrow('damaged')
    const whole = buildZip([entry])
    for (const kept of [10, 100, whole.length - 30, whole.length - 1])
      await problem(whole.subarray(0, kept)).toMatchObject({ kind: 'CUT' })
  })
})
