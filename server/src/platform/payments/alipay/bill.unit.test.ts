import { describe, expect, it } from 'vitest'
import { zipOf } from '../../../../test/factories/zip.ts'
import { readBill, unpackBill } from './bill.ts'

/** 业务明细.csv and 业务明细(汇总).csv in GBK */
const listName = Buffer.from('32303838d2b5cef1c3f7cfb82e637376', 'hex')
const sumName = Buffer.from('32303838d2b5cef1c3f7cfb828bbe3d7dc292e637376', 'hex')
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

describe('the bill', () => {
  it('is read to the fen, payments and refunds apart', () => {
    const fixed = { outTradeNo: 'ORDERP1', transactionId: '2026112222001', amountFen: 12_005 }
    const { lines } = readBill(bill(paid, back).replaceAll('\r\n', '\n'))
    expect(lines).toEqual([
      { ...fixed, kind: 'PAYMENT', number: 'ORDERP1', at: new Date('2026-11-22T02:34:56Z') },
      { ...fixed, kind: 'REFUND', number: 'RORDERP1', at: new Date('2026-11-22T03:00:00Z') },
    ])
    expect(readBill(bill())).toEqual({ lines: [], others: [] })
  })

  it('names the kinds of rows that it passes over', () => {
    // one that is not finished has no time
    const moved = paid.replace('交易', '转账').replace('2026-11-22 10:34:56', '')
    const { lines, others } = readBill(bill(moved, paid, moved))
    expect(others).toEqual(['转账'])
    expect(lines).toMatchObject([{ kind: 'PAYMENT', number: 'ORDERP1' }])
  })

  it('of another shape, or with an amount or a time that is none, is refused', () => {
    const said = (text: string) => () => readBill(text)
    expect(said(bill(paid).replace('完成时间', '时间'))).toThrow('no column for at')
    expect(said(bill(paid.replace('120.05', '1e3')))).toThrow('an amount')
    expect(said(bill(paid.replace('10:34:56', '10:34')))).toThrow('a time')
    expect(said(bill(`${paid},more`))).toThrow()
    expect(said('')).toThrow('no column')
  })

  it('is the list in a ZIP, whatever the encoding of its name and text', async () => {
    const sums = { name: sumName, content: 'sums' }
    // 交易 in GB18030
    const content = Buffer.from([0xbd, 0xbb, 0xd2, 0xd7])
    expect(await unpackBill(zipOf([sums, { name: listName, content }]))).toBe('交易')
    const modern = { name: '2088_业务明细.csv', content: '交易' }
    expect(await unpackBill(zipOf([sums, modern]))).toBe('交易')
  })

  it('that is no ZIP, has no list, lies about its size or is damaged is refused', async () => {
    const entry = { name: listName, content: 'x'.repeat(100) }
    const problem = (zip: Buffer, most?: number) => expect(unpackBill(zip, most)).rejects
    await problem(Buffer.from('<html>expired</html>')).toThrow()
    await problem(zipOf([{ name: sumName, content: 'sums' }])).toThrow('no list of trades')
    await problem(zipOf([entry]), 99).toThrow('too large')
    await problem(zipOf([{ ...entry, claimedSize: 10 }])).toThrow()
    await problem(zipOf([{ ...entry, claimedCrc: 1 }])).toThrow('damaged')
  })
})
