import writeXlsx from 'write-excel-file/node'
import type { listToReturn } from '../db/import-rows.ts'
import { xlsxMime } from '../sheets/xlsx-mime.ts'

interface Returned {
  fileName: string
  columns: readonly { title: string }[]
  /** by column, what it was taken for */
  mapping: readonly (string | null)[]
  rows: Awaited<ReturnType<typeof listToReturn>>
}

const faulty = '#FFC7CE'
const problemTitle = '问题'

/**
 * The rows of a file that were not written, as a workbook to mend and bring again: its own columns, and one more that says what is wrong with
 * each. Every cell is text, so that a long number that is typed anew keeps its figures. An older column of problems is not carried on.
 */
export async function markedFile({ fileName, columns, mapping, rows }: Returned) {
  const kept = columns.flatMap(({ title }, at) => (title.trim() === problemTitle ? [] : [at]))
  const head = [...kept.map((at) => columns[at]?.title ?? ''), problemTitle]
  const lines = rows.map(({ no, cells, problems }) => {
    const named = new Set(problems.map(({ field }) => field))
    const said = problems.map(({ column, problem }) => (column ? `${column}：${problem}` : problem))
    const what = said.length > 0 ? said.join('；') : '停止写入时还没有写到这一行'
    return [
      ...kept.map((at) => {
        const field = mapping[at]
        return textCell(cells?.[at] ?? '', field && named.has(field) ? faulty : undefined)
      }),
      textCell(`${what}（原表第 ${no} 行）`),
    ]
  })
  const content = await writeXlsx(
    [head.map((value) => ({ value, type: String, fontWeight: 'bold' as const })), ...lines],
    {
      columns: [...kept.map(() => ({ width: 20 })), { width: 60 }],
      stickyRowsCount: 1,
    },
  ).toBuffer()
  return {
    name: `${fileName.replace(/\.[^.]*$/, '')}-退回.xlsx`,
    mime: xlsxMime,
    content: content.toString('base64'),
    rows: rows.length,
  }
}

function textCell(value: string, backgroundColor?: string) {
  const style = backgroundColor ? { backgroundColor } : {}
  return { value, type: String, format: '@', ...style } as const
}
