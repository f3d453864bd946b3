import { describe, expect, it } from 'vitest'
import { numbersIn } from './match.ts'

describe('the numbers in a file name', () => {
  it.each([
    ['FP20260301000012.pdf', ['FP20260301000012'], [], null],
    ['fp20260301000012 张三.ofd', ['FP20260301000012'], [], null],
    ['ＦＰ２０２６０３０１００００１２.pdf', ['FP20260301000012'], [], null],
    [
      'dzfp_26112000000123456789_示例大药房_20260302.pdf',
      [],
      ['26112000000123456789', '20260302'],
      '26112000000123456789',
    ],
    [
      'FP20260301000012-26112000000123456789.pdf',
      ['FP20260301000012'],
      ['26112000000123456789'],
      '26112000000123456789',
    ],
    ['FP20260301000012_FP20260301000013.pdf', ['FP20260301000012', 'FP20260301000013'], [], null],
    ['FP2026030100001.pdf', [], ['2026030100001'], null],
    // a digit too many: not the application that its first fourteen would be
    ['FP202603010000123.pdf', ['FP202603010000123'], [], null],
    ['FP20260301000012_FP202603010000131.pdf', ['FP20260301000012', 'FP202603010000131'], [], null],
    ['1FP20260301000012a.pdf', ['FP20260301000012'], [], null],
    // the moment of a download, at the end of another word
    ['dzfp20260302101500.pdf', [], ['20260302101500'], null],
    ['dzfp26112000000123456789.pdf', [], ['26112000000123456789'], '26112000000123456789'],
    ['发票.pdf', [], [], null],
    ['1234567.pdf', [], [], null],
  ])('%s', (name, applyNos, invoiceNos, invoiceNo) => {
    expect(numbersIn(name)).toEqual({ applyNos, invoiceNos, invoiceNo })
  })
})
