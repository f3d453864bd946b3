import type { ReportRow } from '../db/import-rows.ts'
import type { FoundTable } from '../db/staged-import.ts'
import type { Table } from '../sheets/columns.ts'
import type { Workbook } from '../sheets/sheet.ts'
import { returnedCells } from './returned-cells.ts'

const mostNamed = 5

/** What was read of a workbook, and what of it was not: nobody must think that all of it was. */
export function foundTable({ sheets, sheet }: Workbook, table: Table<string>): FoundTable {
  const filled = sheets.filter(({ rows, hidden }) => rows > 0 && !hidden)
  const others = filled.filter(({ name }) => name !== sheet.name)
  const hidden = sheets.filter((one) => one.hidden && one.name !== sheet.name)
  const struck = table.leftOut.filter(({ why }) => why === 'WITHDRAWN')
  const columns = table.hiddenColumns.filter((at) => table.mapping[at] === null)
  const notices = [
    others.length > 0 && `只读取了工作表“${sheet.name}”，没有读取${named(others)}`,
    hidden.length > 0 && `隐藏的工作表${named(hidden)}没有读取`,
    columns.length > 0 &&
      `隐藏的列没有读取：${listed(columns.map((at) => table.columns[at]?.title ?? ''))}`,
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

/** Rows that whoever opens the file does not see: nobody must get an account that nobody saw. */
export function hiddenRows({ sheet }: Workbook, { leftOut }: Table<string>): ReportRow[] {
  return leftOut
    .filter(({ why }) => why === 'HIDDEN')
    .map(({ no }) => ({
      ...{ no, action: 'REFUSE', label: '隐藏的行', content: null, shown: {}, notes: [] },
      problems: [{ column: '', problem }],
      cells: returnedCells(
        sheet.rows[no - 1] ?? [],
        sheet.notes.filter(({ row }) => row === no - 1),
      ),
    }))
}
