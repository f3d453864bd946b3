import type { ReportRow } from '../db/import-rows.ts'
import type { FoundTable, TableLocation } from '../db/staged-import.ts'
import type { ByteContent } from '../files/content.ts'
import {
  detectTable,
  maxTitleRows,
  removeColumnSamples,
  type SheetTable,
  type SheetTableKind,
} from '../sheets/columns.ts'
import { readTableRows } from '../sheets/read-rows.ts'
import type { Workbook } from '../sheets/sheet.ts'
import { toReturnedCells } from './row-reading.ts'

export function toTableLocation({
  sheet,
  headRow,
}: {
  sheet?: string | undefined
  headRow?: number | undefined
}): TableLocation | null {
  if (sheet === undefined && headRow === undefined) return null
  return { sheet: sheet ?? null, headRow: headRow ?? null }
}

/** What a person chooses about a table before it is read; everything else is detected. */
export interface TableReadingChoices<Field> {
  sheet?: string | null | undefined
  headRow?: number | null | undefined
  /** null: columns are detected by their titles */
  mapping: (Field | null)[] | null
}

/** How many rows to read: one more than a table may have is enough to refuse it. */
export const rowsToReadOf = (kind: { mostRows: number }) => kind.mostRows + maxTitleRows + 1

/** Titles that select the sheet of a workbook: the sheet with most of these titles is read. */
export const knownTitlesOf = (kind: Pick<SheetTableKind<unknown>, 'words'>) => kind.words.map(([, word]) => word)

/**
 * Reads a table of people in a process of its own. Once the columns are assigned, no sample cells are kept. @throws
 * UnreadableFile
 */
export async function readImportTable<Field extends string>(
  file: { source: ByteContent; isXlsx: boolean } & TableReadingChoices<Field>,
  kind: SheetTableKind<Field>,
  about: { owner: string; gone?: AbortSignal | undefined },
) {
  const { source, isXlsx, ...wanted } = file
  const choice = { sheetName: wanted.sheet ?? null, known: knownTitlesOf(kind) }
  const input = { source, isXlsx, mostRows: rowsToReadOf(kind), ...choice }
  const read = detectImportTable(await readTableRows(input, about), wanted, kind)
  return read.rows ? { ...read, columns: removeColumnSamples(read.columns) } : read
}

/** Detects the table in a workbook. @throws UnreadableFile */
export function detectImportTable<Field extends string>(
  book: Workbook,
  { mapping: wanted, headRow: head = null }: TableReadingChoices<Field>,
  kind: SheetTableKind<Field>,
) {
  const table = detectTable(book.sheet, { mapping: wanted, head, hidden: 'LEAVE_OUT' }, kind)
  const { columns, mapping, rows } = table
  const hidden = hiddenRows(book, table)
  const total = rows && rows.length + hidden.length
  return { columns, mapping, table: foundTable(book, table), total, rows, hidden }
}

const mostNamed = 5

/** The notices say what was not read, so that nobody believes the whole workbook was. */
function foundTable({ sheets, sheet }: Workbook, table: SheetTable<string>): FoundTable {
  const filled = sheets.filter(({ rows, hidden }) => rows > 0 && !hidden)
  const others = filled.filter(({ name }) => name !== sheet.name)
  const hidden = sheets.filter((one) => one.hidden && one.name !== sheet.name)
  const struck = table.leftOut.filter(({ why }) => why === 'WITHDRAWN')
  const columns = table.hiddenColumns.filter((at) => table.mapping[at] === null)
  const notices = [
    others.length > 0 && `只读取了工作表“${sheet.name}”，没有读取${named(others)}`,
    hidden.length > 0 && `隐藏的工作表${named(hidden)}没有读取`,
    columns.length > 0 && `隐藏的列没有读取：${listed(columns.map((at) => table.columns[at]?.title ?? ''))}`,
    struck.length > 0 && `整行划去的没有导入：第 ${listed(struck.map(({ no }) => String(no)))} 行`,
  ]
  return {
    sheets: filled.map(({ name, rows }) => ({ name, rows })),
    sheet: sheet.name || null,
    headRow: table.head > 0 ? table.head : null,
    notices: notices.filter((one) => one !== false),
  }
}

const named = (sheets: { name: string }[]) => listed(sheets.map(({ name }) => `“${name}”`))

function listed(names: string[]): string {
  const first = names.slice(0, mostNamed).join('、')
  return names.length > mostNamed ? `${first} 等 ${names.length} 个` : first
}

const problem = '这一行在表格里被隐藏或筛选掉了，没有导入；要导入，请取消隐藏后重新上传'

/** Hidden rows are refused: an account must not be created from a row that nobody saw. */
function hiddenRows({ sheet }: Workbook, { leftOut }: SheetTable<string>): ReportRow[] {
  return leftOut
    .filter(({ why }) => why === 'HIDDEN')
    .map(({ no }) => ({
      ...{ no, action: 'REFUSE', label: '隐藏的行', content: null, shown: {}, notes: [] },
      problems: [{ column: '', problem }],
      cells: toReturnedCells(
        sheet.rows[no - 1] ?? [],
        sheet.notes.filter(({ row }) => row === no - 1),
      ),
    }))
}
