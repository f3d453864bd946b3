import { expect, it } from 'vitest'
import { sheetOf } from '../../../test/factories/sheet.ts'
import { tableOf } from './columns.ts'

const read = (rows: string[][]) =>
  tableOf(
    sheetOf(rows),
    { mapping: null },
    { mostRows: 3, words: [['NAME', /^姓名$/]], suffices: () => true },
  ).rows
const people = (count: number) => Array.from({ length: count }, (_, at) => [`学员${at}`])

it('refuses a table with one row more than are taken, whatever stands above it', () => {
  for (const head of [[['姓名']], [['名单'], [''], ['姓名']], []]) {
    expect(read([...head, ...people(3)])).toHaveLength(3)
    expect(() => read([...head, ...people(4)])).toThrow('超过 3 行，请分成几个文件')
  }
})

it('does not count rows that hold nothing', () => {
  expect(read([['姓名'], ...people(2), [' '], [], ...people(1), ['']])).toHaveLength(3)
})

const field = (rows: string[][], wanted: ('NAME' | 'ID_NO' | 'A' | null)[] | null = null) => {
  const { mapping, rows: found } = tableOf<'NAME' | 'ID_NO' | 'A'>(
    sheetOf(rows),
    { mapping: wanted },
    {
      mostRows: 3,
      words: [
        ['NAME', /^姓名$/],
        ['ID_NO', /^证件号$/],
      ],
      sign: (title) => (title === '选项A' ? 'A' : undefined),
      suffices: (has) => has('NAME'),
      figures: ['ID_NO'],
    },
  )
  return { mapping, names: found?.map(({ no, cell }) => [no, cell('NAME')]) }
}

it('knows a title by its words, whatever note stands behind them', () => {
  for (const note of ['（必填）', '(必填，同身份证)', '【必填】', ' [*]', ' *'])
    expect(field([[`姓名${note}`, `证件号${note}`, `选项A${note}`], ['张三']])).toEqual({
      mapping: ['NAME', 'ID_NO', 'A'],
      names: [[2, '张三']],
    })
})

it('takes unknown titles for nobody once somebody has said what the columns are', () => {
  const titles = ['药师', '身份证件']
  const rows = [
    ['张三', '身份证 3301'],
    ['李四', '无'],
  ]
  expect(field([titles, ...rows], ['NAME', 'ID_NO']).names).toEqual([
    [2, '张三'],
    [3, '李四'],
  ])
  // nobody's row is left out for it
  for (const first of [['药师', ''], ['张三', '３３０１'], ['张三']])
    expect(field([first, ...rows], ['NAME', 'ID_NO']).names).toHaveLength(3)
})

it('takes a title that fits whole before one that fits without its note, wherever it stands', () => {
  for (const titles of [
    ['姓名（拼音）', '证件号', '姓名'],
    ['姓名', '证件号', '姓名（拼音）'],
  ])
    expect(field([titles, ['甲', '1', '乙']]).mapping).toEqual(
      titles.map((title) => ({ 姓名: 'NAME', 证件号: 'ID_NO' })[title] ?? null),
    )
  expect(
    field([
      ['姓名（拼音）', '姓名'],
      ['WANG', '王'],
    ]).names,
  ).toEqual([[2, '王']])
  const { mapping } = tableOf<'ANY' | 'A'>(
    sheetOf([
      ['选项（A）', '选项（旧）'],
      ['甲', '乙'],
    ]),
    { mapping: null },
    {
      mostRows: 3,
      words: [['ANY', /^选项$/]],
      sign: (title) => (title === '选项A' ? 'A' : undefined),
      suffices: () => true,
    },
  )
  expect(mapping).toEqual(['A', 'ANY'])
})

it('asks which is meant where only notes tell titles apart', () => {
  expect(
    field([
      ['姓名（拼音）', '姓名（中文）', '证件号'],
      ['WANG', '王', '1'],
    ]),
  ).toEqual({
    mapping: [null, null, 'ID_NO'],
    names: undefined,
  })
  // also of a column that need not be there, until somebody has said it
  const rows = [
    ['姓名', '证件号（旧）', '证件号（新）'],
    ['王', '1', '2'],
  ]
  expect(field(rows)).toEqual({ mapping: ['NAME', null, null], names: undefined })
  expect(field(rows, ['NAME', null, null]).names).toEqual([[2, '王']])
})
