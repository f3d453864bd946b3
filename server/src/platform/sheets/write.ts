import writeXlsx from 'write-excel-file/node'

export { xlsxMime } from './xlsx-mime.ts'

/** Text in a cell is never a formula, even if it begins with =. */
export type SheetCell = string | number | null

/** @param columns titles with their widths in characters */
export function writeWorkbook(
  columns: readonly (readonly [title: string, width: number])[],
  rows: readonly (readonly SheetCell[])[],
): Promise<Buffer> {
  const head = columns.map(([value]) => ({ value, type: String, fontWeight: 'bold' as const }))
  const widths = columns.map(([, width]) => ({ width }))
  return writeXlsx([head, ...rows.map((row) => row.map(cellOf))], {
    columns: widths,
    stickyRowsCount: 1,
  }).toBuffer()
}

function cellOf(value: SheetCell) {
  if (value === null) return null
  if (typeof value === 'number') return { value, type: Number }
  // Workbooks read _x0041_ as the character A, so escape the underscore.
  return { value: value.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'), type: String }
}
