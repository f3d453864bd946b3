import writeXlsx from 'write-excel-file/node'

/** A workbook of one table of texts, its bold head staying on top. @param columns titles with their widths in characters */
export function writeSheet(
  columns: readonly (readonly [title: string, width: number])[],
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  const head = columns.map(([value]) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cells = rows.map((row) => row.map((value) => ({ value, type: String })))
  const widths = columns.map(([, width]) => ({ width }))
  return writeXlsx([head, ...cells], { columns: widths, stickyRowsCount: 1 }).toBuffer()
}
