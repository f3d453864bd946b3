import { expect, it } from 'vitest'
import { importFileProblem } from './file-source.tsx'

const limits = { accept: '.xlsx,.csv', mostMegabytes: 2, wrongKind: '请另存为 .xlsx。' }
const megabytes = 1024 * 1024

it.each([
  ['名单.xlsx', 2 * megabytes, null],
  ['名单.CSV', 1, null],
  ['名单.xls', 1, '请另存为 .xlsx。'],
  ['名单.xlsx', 0, '文件是空的，请选择另一个文件。'],
  ['名单.xlsx', 2 * megabytes + 1, '文件超过 2 MB，请分成几个文件。'],
])('the file %s with %i bytes has this problem before its upload: %s', (name, size, problem) => {
  expect(importFileProblem({ name, size }, limits)).toBe(problem)
})
