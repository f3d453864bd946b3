import { expect, it } from 'vitest'
import { tableOf } from './columns.ts'

const read = (rows: string[][]) =>
  tableOf(rows, null, { mostRows: 3, words: [['NAME', /^姓名$/]], suffices: () => true }).rows
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
