import { CsvError, parse } from 'csv-parse/sync'
import { SheetCounter, sheetLimits } from './limits.ts'
import type { CellNote, Sheet } from './sheet.ts'
import { formatPlainNumber } from './shown.ts'
import { UnreadableFile } from './unreadable.ts'

const headLines = 10

/**
 * Reads up to `rowsToRead` rows, with the values that Excel would show.
 * @throws UnreadableFile when the text is no valid table or has too many characters.
 */
export function readCsvSheet(text: string, rowsToRead: number, mostLetters: number): Sheet {
  const count = new SheetCounter(mostLetters)
  const notes: CellNote[] = []
  const rows = parseCsvRows(text, rowsToRead).map((cells, row) =>
    cells.map((said, column) => {
      if (said === '') return said
      const cell = seenAs(said)
      count.text(row, cell)
      if (lostFigures.test(cell.trim())) notes.push({ row, column, kind: 'DOUBTED', said: lost })
      return cell
    }),
  )
  return { name: '', hidden: false, rows, notes, hiddenRows: [], hiddenColumns: [] }
}

function seenAs(said: string): string {
  if (noisy.test(said)) return formatPlainNumber(Number(said))
  const [, text, number] = formulaText.exec(said) ?? []
  return text?.replaceAll('""', '"') ?? number ?? said
}

/** Matches numbers with so many decimals that the last ones are only a rounding error, such as 0.30000000000000004. */
const noisy = /^-?\d{1,9}\.\d{15,}$/
/** Some exports write ="0012" so that Excel keeps the text; =13800138000 without quotes is a number. */
const formulaText = /^\s*=(?:"((?:[^"]|"")*)"|(\d{1,15}))\s*$/
const lostFigures = /^-?\d(?:\.\d+)?E\+\d{2,}$/i
const lost = '这是科学计数的写法，原来的号码已不完整；请在 Excel 里把这一列设为“文本”，重新填写后再导出'

/**
 * Tries comma, tab and semicolon as the separator, and takes the one that gives a table with each title in its own
 * cell.
 */
export function parseCsvRows(text: string, rowsToRead: number): string[][] {
  const [line, said] = /^\uFEFF?"?sep=([^\n\w])"?[,;\t]*(?:\n|$)/i.exec(text) ?? []
  const table = line === undefined ? text : text.slice(line.length)
  const delimiter = said ?? delimiterOf(table)
  try {
    return cellsOf(table, delimiter, rowsToRead)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const isTooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
    throw new UnreadableFile(
      isTooLong
        ? 'CSV 有一行过长，或引号没有成对，请用 Excel 另存为 .xlsx 后再试'
        : 'CSV 的引号没有成对，请用 Excel 另存为 .xlsx 后再试',
    )
  }
}

function delimiterOf(text: string): string {
  const ranks = [',', '\t', ';', '|'].map((delimiter) => ({
    delimiter,
    ...tableOf(text, delimiter),
  }))
  const most = Math.max(...ranks.map(({ rows }) => rows))
  const [best] = ranks
    .filter(({ rows }) => rows * 2 >= most)
    .sort((a, b) => a.from - b.from || b.rows - a.rows || b.width - a.width)
  return best?.delimiter ?? ','
}

const none = { rows: 0, width: 0 }

/** Finds the most frequent row width, because separators within cells give rows of other widths. */
function tableOf(text: string, delimiter: string): { rows: number; width: number; from: number } {
  const widths = firstRows(text, delimiter).map((row) => row.length)
  const ofWidth = (width: number) => widths.filter((one) => one === width).length
  const tables = widths.filter((width) => width > 1).map((width) => ({ width, rows: ofWidth(width) }))
  const best = tables.reduce((best, one) => (one.rows > best.rows ? one : best), none)
  return { ...best, from: widths.findIndex((width) => width > 1) }
}

function firstRows(text: string, delimiter: string): string[][] {
  try {
    return cellsOf(text, delimiter, headLines)
  } catch {
    return []
  }
}

function cellsOf(text: string, delimiter: string, to: number): string[][] {
  refuseTooMany(text, delimiter)
  return parse(text, {
    bom: true,
    max_record_size: sheetLimits.recordLetters,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to,
  })
}

/**
 * Counts the separators before the text is parsed, so that a table with too many cells is refused before the parser
 * creates them.
 */
function refuseTooMany(text: string, delimiter: string): void {
  let count = 0
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    count += 1
    if (count > sheetLimits.cells) throw new UnreadableFile('表格的单元格过多，请删去无关的列或分成几个文件')
  }
}
