import { parse } from 'csv-parse/sync'
import { UnreadableFile } from './unreadable.ts'

/** a heading may stand above the table */
const headLines = 10

/** The cells of a CSV by rows, not more of them than asked: comma, tab or semicolon, whichever makes a table of its first rows. */
export function csvRows(text: string, rowsToRead: number): string[][] {
  const ranks = [',', '\t', ';'].map((delimiter) => ({ delimiter, ...tableOf(text, delimiter) }))
  const { delimiter } = ranks.reduce((best, one) =>
    one.rows > best.rows || (one.rows === best.rows && one.width > best.width) ? one : best,
  )
  try {
    return cellsOf(text, delimiter, rowsToRead)
  } catch {
    throw new UnreadableFile('CSV 的引号没有成对，请用 Excel 另存为 .xlsx 后再试')
  }
}

/** The width that most of the first rows have, and how many have it: what stands within the cells makes rows of all widths. */
function tableOf(text: string, delimiter: string): { rows: number; width: number } {
  const widths = firstRows(text, delimiter).map((row) => row.length)
  const ofWidth = (width: number) => widths.filter((one) => one === width).length
  const tables = widths
    .filter((width) => width > 1)
    .map((width) => ({ width, rows: ofWidth(width) }))
  return tables.reduce((best, one) => (one.rows > best.rows ? one : best), { rows: 0, width: 0 })
}

function firstRows(text: string, delimiter: string): string[][] {
  try {
    return cellsOf(text, delimiter, headLines)
  } catch {
    // quotes that are pairs with another sign
    return []
  }
}

function cellsOf(text: string, delimiter: string, to: number): string[][] {
  return parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to,
  })
}
