import { describe, expect, it } from 'vitest'
import { shownDates, shownNumbers } from '../../../test/workbooks/formats.ts'
import { shownBy } from './shown.ts'

const said = ({ text, note }: ReturnType<ReturnType<typeof shownBy>['number']>) => [
  text,
  note && (note.kind === 'DOUBTED' ? note.kind : `${note.kind} ${note.said}`),
]

describe('what a format makes of a number', () => {
  it.each(shownNumbers)('%s shows %s as %s', (format, value, text, note) => {
    expect(said(shownBy(format).number(value))).toEqual([text, note])
  })
})

describe('what a format makes of a date', () => {
  it.each(shownDates)('%s shows %s as %s', (format, value, text, note) => {
    expect(said(shownBy(format).number(value))).toEqual([text, note])
  })
})

describe('what a format makes of a text', () => {
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
  ])('%s shows %s as %s', (format, value, text) => {
    expect(shownBy(format).text(value).text).toBe(text)
  })
})

it('doubts a number of more figures than Excel keeps, whatever its format', () => {
  for (const format of ['General', '0', '@', '#,##0', '0_ ', '000000000000000000'])
    expect(shownBy(format).number('3.3010219900101123E+17').note?.kind).toBe('DOUBTED')
  expect(shownBy('General').number('3.3010219900101123E+17').text).toBe('330102199001011000')
  expect(shownBy('0').number('330102199001011234').text).toBe('330102199001011234')
})

it('counts days from 1904 where the workbook does', () => {
  expect(said(shownBy('yyyy/m/d', true).number('44624'))).toEqual(['2026/3/5', 'DATE 2026-03-05'])
  expect(said(shownBy('[h]:mm', true).number('1.5'))).toEqual(['36:00', undefined])
  expect(shownBy('h:mm', true).number('0.375').text).toBe('9:00')
})
