import { parse } from 'csv-parse/sync'
import { UnreadableFile } from './raw.ts'

/** The cells of a CSV by rows: comma, tab or semicolon, whichever its first line has most of. */
export function csvRows(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1)
  const count = (sign: string) => first.split(sign).length
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
    })
  } catch {
    throw new UnreadableFile('CSV 的引号没有成对，请用 Excel 另存为 .xlsx 后再试')
  }
}
