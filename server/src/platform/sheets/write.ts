import writeXlsx from 'write-excel-file/node'

export { xlsxMime } from './xlsx-mime.ts'

/** Text stands as it is: a cell beginning with = is no formula. */
export type Cell = string | number | null

/** A workbook of one table, its bold head staying on top. @param columns titles with their widths in characters */
export function writeSheet(
  columns: readonly (readonly [title: string, width: number])[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const head = columns.map(([value]) => ({ value, type: String, fontWeight: 'bold' as const }))
  const widths = columns.map(([, width]) => ({ width }))
  return writeXlsx([head, ...rows.map((row) => row.map(cellOf))], {
    columns: widths,
    stickyRowsCount: 1,
  }).toBuffer()
}

function cellOf(value: Cell) {
  if (value === null) return null
  if (typeof value === 'number') return { value, type: Number }
  // _x0041_ stands for a letter in a workbook: written as it is, it would come back as A
  return { value: value.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'), type: String }
}
