import { describe, expect, it } from 'vitest'
import { makeSheet } from '../../../test/factories/sheet.ts'
import { detectTable } from './columns.ts'
import type { CellNote } from './sheet.ts'

const read = (rows: string[][]) =>
  detectTable(makeSheet(rows), { mapping: null }, { mostRows: 3, words: [['NAME', /^姓名$/]], suffices: () => true })
    .rows
const people = (count: number) => Array.from({ length: count }, (_, at) => [`学员${at}`])

it('refuses a table with one row more than the limit, whatever stands above the table', () => {
  for (const head of [[['姓名']], [['名单'], [''], ['姓名']], []]) {
    expect(read([...head, ...people(3)])).toHaveLength(3)
    expect(() => read([...head, ...people(4)])).toThrow('超过 3 行，请分成几个文件')
  }
})

it('does not count empty rows of a table against the limit', () => {
  expect(read([['姓名'], ...people(2), [' '], [], ...people(1), ['']])).toHaveLength(3)
})

const field = (rows: string[][], wanted: ('NAME' | 'ID_NO' | 'A' | null)[] | null = null) => {
  const { mapping, rows: found } = detectTable<'NAME' | 'ID_NO' | 'A'>(
    makeSheet(rows),
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

it('recognizes a column title by its words, whatever note in brackets or asterisk follows', () => {
  for (const note of ['（必填）', '(必填，同身份证)', '【必填】', ' [*]', ' *'])
    expect(field([[`姓名${note}`, `证件号${note}`, `选项A${note}`], ['张三']])).toEqual({
      mapping: ['NAME', 'ID_NO', 'A'],
      names: [[2, '张三']],
    })
})

it('does not import a row of unknown titles as a person when the user has assigned the columns', () => {
  const titles = ['药师', '身份证件']
  const rows = [
    ['张三', '身份证 3301'],
    ['李四', '无'],
  ]
  expect(field([titles, ...rows], ['NAME', 'ID_NO']).names).toEqual([
    [2, '张三'],
    [3, '李四'],
  ])
  for (const first of [['药师', ''], ['张三', '３３０１'], ['张三']])
    expect(field([first, ...rows], ['NAME', 'ID_NO']).names).toHaveLength(3)
})

it('prefers a match of the whole column title to a match without its note', () => {
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
  const { mapping } = detectTable<'ANY' | 'A'>(
    makeSheet([
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

it('asks the user when column titles differ only in their notes', () => {
  expect(
    field([
      ['姓名（拼音）', '姓名（中文）', '证件号'],
      ['WANG', '王', '1'],
    ]),
  ).toEqual({
    mapping: [null, null, 'ID_NO'],
    names: undefined,
  })
  const rows = [
    ['姓名', '证件号（旧）', '证件号（新）'],
    ['王', '1', '2'],
  ]
  expect(field(rows)).toEqual({ mapping: ['NAME', null, null], names: undefined })
  expect(field(rows, ['NAME', null, null]).names).toEqual([[2, '王']])
})

describe('sheets with merged, hidden and crossed-out cells', () => {
  const kind = {
    mostRows: 9,
    words: [
      ['NAME', /^姓名$/],
      ['ID_NO', /^证件号$/],
      ['HOURS', /^学时$/],
    ] as [string, RegExp][],
    suffices: () => true,
  }
  const merged = (row: number, column: number): CellNote => ({
    ...{ row, column, kind: 'MERGED', said: '' },
  })
  const withdrawn = (row: number, column: number, said: string): CellNote => ({
    ...{ row, column, kind: 'WITHDRAWN', said },
  })

  it('combines titles from two rows if merged cells belong to both rows', () => {
    const rows = [
      ['名单', '名单', '名单'],
      ['姓名', '证件', '证件'],
      ['姓名', '类型', '证件号'],
      ['张三', '身份证', '1'],
    ]
    const notes = [merged(0, 1), merged(0, 2), merged(1, 2), merged(2, 0)]
    const table = detectTable(makeSheet(rows, { notes }), { mapping: null }, kind)
    expect(table.mapping).toEqual(['NAME', null, 'ID_NO'])
    expect(table.columns.map(({ title }) => title)).toEqual(['姓名', '证件（类型）', '证件号'])
    expect(table.rows?.map(({ no, cell }) => [no, cell('ID_NO')])).toEqual([[4, '1']])
  })

  it('asks which column is meant when only the lower of two title rows differs', () => {
    const rows = [
      ['姓名', '学时', '学时'],
      ['姓名', '专业', '公需'],
      ['张三', '60', '30'],
    ]
    const notes = [merged(0, 2), merged(1, 0)]
    const { columns, rows: found } = detectTable(makeSheet(rows, { notes }), { mapping: null }, kind)
    expect(columns.map(({ title }) => title)).toEqual(['姓名', '学时（专业）', '学时（公需）'])
    expect(found).toBeNull()
  })

  it('keeps the rows of all people when a cell beside them is merged over the whole table height', () => {
    const rows = [
      ['一店', '姓名'],
      ['一店', '张三'],
      ['一店', '李四'],
    ]
    const notes = [merged(1, 0), merged(2, 0)]
    const table = detectTable(makeSheet(rows, { notes }), { mapping: null }, kind)
    expect(table.rows?.map(({ cell }) => cell('NAME'))).toEqual(['张三', '李四'])
  })

  it('uses the title row that the user chose, or none', () => {
    const rows = [['姓名'], ['姓名', '证件号'], ['张三', '1']]
    const names = (head: number | null) =>
      detectTable(makeSheet(rows), { mapping: ['NAME', null], head }, kind).rows?.map(({ cell }) => cell('NAME'))
    expect(names(null)).toEqual(['张三'])
    expect(names(1)).toEqual(['姓名', '张三'])
    expect(names(0)).toEqual(['姓名', '姓名', '张三'])
  })

  const hiding = makeSheet(
    [
      ['姓名', '证件号'],
      ['张三', '1'],
      ['李四', '2'],
    ],
    {
      hiddenRows: [1],
      hiddenColumns: [1],
    },
  )

  it('refuses a sheet with hidden rows until the user decides about them', () => {
    expect(() => detectTable(hiding, { mapping: null }, kind)).toThrow('有 1 行被筛选、折叠或隐藏')
    expect(() => detectTable({ ...hiding, hiddenRows: [] }, { mapping: null }, kind)).toThrow('“证件号”一列被隐藏')
  })

  it('leaves out hidden rows and columns and lists them, or includes them all', () => {
    const out = detectTable(hiding, { mapping: null, hidden: 'LEAVE_OUT' }, kind)
    expect(out).toMatchObject({
      mapping: ['NAME', null],
      leftOut: [{ no: 2, why: 'HIDDEN', said: '张三 1' }],
      hiddenColumns: [1],
    })
    expect(out.rows?.map(({ no }) => no)).toEqual([3])
    const all = detectTable(hiding, { mapping: null, hidden: 'INCLUDE' }, kind)
    expect(all).toMatchObject({ mapping: ['NAME', 'ID_NO'], leftOut: [] })
    expect(all.rows?.map(({ cell }) => cell('ID_NO'))).toEqual(['1', '2'])
  })

  it('leaves out a fully crossed-out row, but keeps a partly crossed-out one', () => {
    const rows = [['姓名', '证件号'], [], ['李', '2']]
    const notes = [withdrawn(1, 0, '张三'), withdrawn(1, 1, '1'), withdrawn(2, 0, '小')]
    const table = detectTable(makeSheet(rows, { notes }), { mapping: null }, kind)
    expect(table.leftOut).toEqual([{ no: 2, why: 'WITHDRAWN', said: '张三 1' }])
    expect(table.rows?.map(({ no, notes: of }) => [no, of('NAME').map(({ said }) => said)])).toEqual([[3, ['小']]])
  })
})
