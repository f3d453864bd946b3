import { expect, it } from 'vitest'
import { type CellNoteKind, cellNoteText } from './sheet.ts'

it.each([
  ['WITHDRAWN', '旧', '有删除线的“旧”没有读取'],
  ['WITHDRAWN', '旧'.repeat(100), `有删除线的“${'旧'.repeat(60)}…”没有读取`],
  ['MERGED', '', '取自合并单元格'],
  ['FORMATTED', '2.5', '单元格里的数是 2.5'],
  ['ROUNDED', '12.5', '显示的是四舍五入后的数，实际是 12.5'],
  ['DATE', '2026-03-05', '单元格里是日期或时间 2026-03-05'],
  ['ERROR', '#N/A', '公式的结果是错误 #N/A，请在表格里改正'],
  ['UNSEEN', '5', '单元格里有内容“5”，但它的格式不显示，没有读取'],
  ['DOUBTED', '请核对。'.repeat(30), '请核对。'.repeat(30)],
] as [CellNoteKind, string, string][])('explains a cell note in a sentence: %s', (kind, said, sentence) => {
  expect(cellNoteText({ kind, said })).toBe(sentence)
})
