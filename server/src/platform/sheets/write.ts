import writeXlsx from 'write-excel-file/node'

export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Text stands as it is: a cell beginning with = is no formula. */
export type Cell = string | number | null

/** One sheet with a bold heading that stays in sight. @param widths by column, in characters */
export function writeSheet(titles: string[], rows: Cell[][], widths: number[]): Promise<Buffer> {
  const header = titles.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  return writeXlsx([header, ...rows.map((row) => row.map(cellOf))], {
    columns: titles.map((_, index) => ({ width: widths[index] ?? 16 })),
    stickyRowsCount: 1,
  }).toBuffer()
}

function cellOf(value: Cell) {
  if (value === null) return null
  return typeof value === 'number' ? { value, type: Number } : { value, type: String }
}
