import { expect, it } from 'vitest'
import { parseCsvRows } from './csv.ts'
import { readWorkbookRows } from './rows.ts'

const widths = (text: string) => parseCsvRows(text, 100).map((row) => row.length)

it('chooses the CSV separator that gives a table, not the most frequent character', () => {
  const cells = '甲;乙;丙;丁;戊;己'
  expect(widths(`题干,选项,答案\n题一,${cells},A\n题二,${cells};庚,B\n`)).toEqual([3, 3, 3])
  expect(widths(`题库\n题干,选项,答案\n题一,${cells},A\n题二,${cells},B\n`)).toEqual([1, 3, 3, 3])
  expect(widths('姓名\t单位\n张三\t一店,二店,三店\n李四\t一店,二店\n')).toEqual([2, 2, 2])
  expect(widths('题干;选项;答案\n题一;甲,乙,丙;A\n题二;"甲;乙",丙;B\n')).toEqual([3, 3, 3])
})

it('chooses the CSV separator by the titles if some rows have fewer cells', () => {
  const rows = ['题一,甲;乙,A,见书', '题二,甲;乙,B', '题三,甲;乙,A,见书', '题四,甲;乙,B']
  expect(widths(`题干,选项,答案,解析\n${rows.join('\n')}\n`)).toEqual([4, 4, 3, 4, 3])
  expect(widths('题库,上半年\n题干\t答案\n题一\tA\n题二\tB\n')).toEqual([1, 2, 2, 2])
})

it('ignores CSV separators within quotes, even over several lines', () => {
  expect(widths('题干,选项\n"甲;乙\n;;;;","丙;丁"\n"戊;己;;;","庚"\n')).toEqual([2, 2, 2])
  expect(widths('姓名\n张三\n')).toEqual([1, 1])
})

it('reports quotes in a CSV that are not paired', () => {
  expect(() => parseCsvRows('题干,选项\n"甲,乙\n', 100)).toThrow('引号没有成对')
})

it('tells a CSV from an old workbook', async () => {
  const bytes = Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex')
  await expect(readWorkbookRows({ bytes, isXlsx: false, mostRows: 10, sheetName: null, known: [] })).rejects.toThrow(
    '旧版的 .xls',
  )
})
