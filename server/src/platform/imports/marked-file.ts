import type { listToReturn } from '../db/import-rows.ts'
import { writeTextSheet } from '../sheets/write-apart.ts'
import { xlsxMime } from '../sheets/xlsx-mime.ts'

interface Returned {
  fileName: string
  columns: readonly { title: string }[]
  /** by column, what it was taken for */
  mapping: readonly (string | null)[]
  rows: Awaited<ReturnType<typeof listToReturn>>
}

const problemTitle = '问题'

/**
 * The rows of a file that were not written, as a workbook to mend and bring again: its own columns, and one more that says what is wrong with
 * each. An older column of problems is not carried on.
 */
export async function markedFile({ fileName, columns, mapping, rows }: Returned, owner: string) {
  const kept = columns.flatMap(({ title }, at) => (title.trim() === problemTitle ? [] : [at]))
  const lines = rows.map(({ no, cells, problems }) => {
    const named = new Set(problems.map(({ field }) => field))
    const said = problems.map(({ column, problem }) => (column ? `${column}：${problem}` : problem))
    const what = said.length > 0 ? said.join('；') : '停止写入时还没有写到这一行'
    const own = kept.map((at) => {
      const [field, text = ''] = [mapping[at], cells?.[at]]
      return field && named.has(field) ? { faulty: text } : text
    })
    return [...own, `${what}（原表第 ${no} 行）`]
  })
  const titles = kept.map((at) => [columns[at]?.title ?? '', 20] as const)
  const table = { columns: [...titles, [problemTitle, 60] as const], rows: lines }
  return {
    name: `${fileName.replace(/\.[^.]*$/, '')}-退回.xlsx`,
    mime: xlsxMime,
    content: await writeTextSheet(table, owner),
    rows: rows.length,
  }
}
