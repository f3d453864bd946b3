import { parse } from 'csv-parse/sync'
import { UnreadableFile } from './unreadable.ts'

/** a heading may stand above the table */
const headLines = 10

/** The cells of a CSV by rows, not more of them than asked: comma, tab or semicolon, whichever its first lines have most of. */
export function csvRows(text: string, rowsToRead: number): string[][] {
  const head = text.split(/\r?\n/, headLines).join('\n')
  const count = (sign: string) => head.split(sign).length
  const delimiter = [',', '\t', ';'].reduce((best, sign) =>
    count(sign) > count(best) ? sign : best,
  )
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: rowsToRead,
    })
  } catch {
    throw new UnreadableFile('CSV 的引号没有成对，请用 Excel 另存为 .xlsx 后再试')
  }
}
