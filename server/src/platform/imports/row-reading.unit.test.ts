import { foldNumber, foldPhone } from '@ce/contract/fold-text'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { makeSheet } from '../../../test/factories/sheet.ts'
import { detectTable } from '../sheets/columns.ts'
import type { CellNote } from '../sheets/sheet.ts'
import { ImportRowReader, markInvisibleCharacters, maskMiddleDigits, withLostDigitsHint } from './row-reading.ts'

const words = { PHONE: '手机号', ID_NO: '证件号', EMPLOYER: '执业单位' }
type Field = keyof typeof words

function reading(cells: string[], notes: Omit<CellNote, 'row'>[] = []) {
  const titles = Object.entries(words)
  const { rows } = detectTable<Field>(
    makeSheet([titles.map(([, word]) => word), cells], {
      notes: notes.map((note) => ({ row: 1, ...note })),
    }),
    { mapping: null },
    {
      mostRows: 5,
      words: titles.map(([field, word]) => [field as Field, new RegExp(`^${word}$`)] as const),
      suffices: () => true,
    },
  )
  const [row] = rows ?? []
  if (!row) throw new Error('no row')
  return new ImportRowReader<Field>(row, { words, personal: ['PHONE', 'ID_NO'] })
}

const phone = z.string().regex(/^1\d{10}$/, '手机号应为 11 位数字')

it('notes each change of a cell’s text with the original text and masks personal numbers', () => {
  for (const [said, was] of [
    ['+86 138-0013-8000', '+86 138-****-8000'],
    ['008613800138000', '0086138****8000'],
    [' 13800138000', '␣138****8000'],
    ['138\u200b00138000', '138⟨不可见字符⟩****8000'],
    ['(138)00138000', '(138)****8000'],
  ] as const) {
    const row = reading([said, '', ''])
    expect(row.check('PHONE', phone, foldPhone), said).toBe('13800138000')
    const { shown, notes, problems } = row.judged('', {})
    expect(shown.PHONE).toBe('138****8000')
    expect(notes, said).toEqual([{ field: 'PHONE', doubt: false, note: '已整理', was }])
    expect(problems).toEqual([])
  }
  const clean = reading(['13800138000', '', ''])
  clean.check('PHONE', phone, foldPhone)
  expect(clean.judged('', {}).notes).toEqual([])
})

it('shows a cell unchanged when it cannot be a number, and only one problem per cell', () => {
  const row = reading(['1.38E+10', '', ''])
  row.check('PHONE', phone, foldPhone)
  row.refuse('PHONE', '又一句')
  expect(row.judged('', {})).toMatchObject({
    content: null,
    shown: { PHONE: '1.38E+10' },
    problems: [{ field: 'PHONE', column: '手机号', problem: expect.stringContaining('“文本”') }],
  })
  const missing = reading(['', '', '药房'])
  missing.check('PHONE', phone, foldPhone)
  expect(missing.judged('', {}).problems).toEqual([{ field: 'PHONE', column: '手机号', problem: '没有填写' }])
})

it('treats a doubt about a personal number as a problem, and a doubt about another cell as a note', () => {
  const notes = [
    { column: 0, kind: 'DOUBTED', said: '超过 15 位' },
    { column: 2, kind: 'DOUBTED', said: '像是日期' },
  ] as const
  const row = reading(['13800138000', '', '3月5日'], [...notes])
  row.check('PHONE', phone, foldPhone)
  row.read('EMPLOYER')
  expect(row.judged('', {})).toMatchObject({
    problems: [{ field: 'PHONE', problem: '超过 15 位' }],
    notes: [{ field: 'EMPLOYER', doubt: true, note: '像是日期' }],
  })
})

it('reports merged cells, crossed-out text and failed formulas', () => {
  const told = (kind: CellNote['kind'], said: string) => {
    const row = reading(['', '', '药房'], [{ column: 2, kind, said }])
    row.read('EMPLOYER')
    return row.judged('', {})
  }
  expect(told('MERGED', '').notes).toMatchObject([{ doubt: false }])
  expect(told('WITHDRAWN', '旧药房').notes[0]?.note).toContain('旧药房')
  expect(told('ROUNDED', '2.6').notes).toMatchObject([{ doubt: true }])
  expect(told('UNSEEN', '暗').notes).toMatchObject([{ doubt: true }])
  expect(told('ERROR', '#N/A')).toMatchObject({ content: null, problems: [{ field: 'EMPLOYER' }] })
})

it('masks personal numbers that are crossed out or hidden', () => {
  for (const kind of ['WITHDRAWN', 'UNSEEN'] as const) {
    const row = reading(
      ['', '110105198304152214', ''],
      [
        { column: 0, kind, said: '+86 13800138000' },
        { column: 1, kind, said: '110105198304152214' },
      ],
    )
    row.read('PHONE')
    row.read('ID_NO')
    const told = row.judged('', {}).notes.map(({ note }) => note)
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('+86 138****8000')
    expect(told[1]).toContain('110105********2214')
  }
})

it('returns a number that lost its last digits in scientific notation, which a new import refuses', () => {
  const said = '110105198001011000'
  const row = reading(['', said, ''], [{ column: 1, kind: 'DOUBTED', said: '末尾几位可能已经丢失' }])
  row.read('ID_NO')
  const { cells } = row.judged('', {})
  expect(cells?.[1]).toBe('1.10105198001011E+17')
  const again = reading(cells ?? [])
  again.check('ID_NO', z.string().regex(/^\d{17}[\dX]$/, '号码不正确'), foldNumber)
  expect(again.judged('', {}).problems).toMatchObject([{ problem: expect.stringContaining('丢失') }])
  expect(reading(['', said, '']).judged('', {}).cells?.[1]).toBe(said)
})

it('masks the middle of numbers and keeps their separators', () => {
  expect(maskMiddleDigits('110105197811230032')).toBe('110105********0032')
  expect(maskMiddleDigits('110105 19781123 003X')).toBe('110105 ******** 003X')
  expect(maskMiddleDigits('H12345678')).toBe('H1*****78')
  expect(maskMiddleDigits('abc')).toBe('***')
  expect(maskMiddleDigits('')).toBe('')
})

it('makes invisible characters of a cell visible', () => {
  expect(markInvisibleCharacters(' 甲\u00a0')).toBe('␣甲␣')
  expect(markInvisibleCharacters('甲\r\n乙\t丙')).toBe('甲↵乙⇥丙')
  expect(markInvisibleCharacters('\ufeff甲\u00ad乙')).toBe('⟨不可见字符⟩甲⟨不可见字符⟩乙')
})

it('gives advice for a number that a spreadsheet program cut to fifteen digits', () => {
  for (const no of ['3.30102E+17', '330102199001011000', foldNumber('3.3e17')])
    expect(withLostDigitsHint('号码不正确', no)).toContain('设为“文本”')
  expect(withLostDigitsHint('号码不正确', '110105197811230032')).toBe('号码不正确')
})
