import { describe, expect, it } from 'vitest'
import { displayedDateCases, displayedNumberCases } from '../../../test/workbooks/formats.ts'
import { createCellFormatter } from './shown.ts'

const said = ({ text, note }: ReturnType<ReturnType<typeof createCellFormatter>['number']>) => [
  text,
  note && (note.kind === 'DOUBTED' ? note.kind : `${note.kind} ${note.said}`),
]

describe('number formats of cells', () => {
  it.each(displayedNumberCases)('the format %s shows %s as %s', (format, value, text, note) => {
    expect(said(createCellFormatter(format).number(value))).toEqual([text, note])
  })
})

describe('date formats of cells', () => {
  it.each(displayedDateCases)('the format %s shows %s as %s', (format, value, text, note) => {
    expect(said(createCellFormatter(format).number(value))).toEqual([text, note])
  })
})

describe('text formats of cells', () => {
  it.each([
    ['@', '甲', '甲'],
    ['General', ' 甲 ', ' 甲 '],
    ['"浙"@', '20260001', '浙20260001'],
    ['@"药房"', '仁和', '仁和药房'],
    ['0;0;0;"（"@"）"', '甲', '（甲）'],
    ['_ * #,##0_ ;_ * \\-#,##0_ ;_ * "-"_ ;_ @_ ', '甲', '甲'],
    ['yyyy/m/d;@', '2026年春', '2026年春'],
    ['0', '无', '无'],
    [';;;', '甲', ''],
  ])('the format %s shows %s as %s', (format, value, text) => {
    expect(createCellFormatter(format).text(value).text).toBe(text)
  })
})

it('doubts a cell number with more digits than Excel stores, in any format', () => {
  for (const format of ['General', '0', '@', '#,##0', '0_ ', '000000000000000000'])
    expect(createCellFormatter(format).number('3.3010219900101123E+17').note?.kind).toBe('DOUBTED')
  expect(createCellFormatter('General').number('3.3010219900101123E+17').text).toBe('330102199001011000')
  expect(createCellFormatter('0').number('330102199001011234').text).toBe('330102199001011234')
})

it('counts dates from 1904 in workbooks that are set to do so', () => {
  expect(said(createCellFormatter('yyyy/m/d', true).number('44624'))).toEqual(['2026/3/5', 'DATE 2026-03-05'])
  expect(said(createCellFormatter('[h]:mm', true).number('1.5'))).toEqual(['36:00', undefined])
  expect(createCellFormatter('h:mm', true).number('0.375').text).toBe('9:00')
})
