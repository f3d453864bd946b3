import type { SheetCounter } from './limits.ts'
import type { CellNote } from './sheet.ts'

interface Place {
  row: number
  column: number
}

export interface MergedArea {
  from: Place
  to: Place
}

export function fillMergedCells(
  areas: readonly MergedArea[],
  rows: string[][],
  notes: CellNote[],
  count: SheetCounter,
): void {
  if (areas.length === 0) return
  const notesOf = Map.groupBy(notes, ({ row, column }) => `${row} ${column}`)
  const width = rows.reduce((most, row) => Math.max(most, row?.length ?? 0), 0)
  for (const { from, to } of areas) {
    const text = rows[from.row]?.[from.column]
    if (text === undefined) continue
    const own = (notesOf.get(`${from.row} ${from.column}`) ?? []).filter(({ kind }) => kind !== 'WITHDRAWN')
    const lastRow = Math.min(to.row, rows.length - 1)
    const lastColumn = Math.min(to.column, width - 1)
    for (let row = from.row; row <= lastRow; row += 1)
      for (let column = from.column; column <= lastColumn; column += 1) {
        const cells = rows[row] ?? []
        if (cells[column] !== undefined) continue
        count.place(row, column)
        count.text(row, text)
        rows[row] = cells
        cells[column] = text
        notes.push({ row, column, kind: 'MERGED', said: '' })
        for (const { kind, said } of own) notes.push({ row, column, kind, said })
      }
  }
}
