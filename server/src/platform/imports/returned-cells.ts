import type { CellNote } from '../sheets/sheet.ts'

/**
 * The cells of a row as a returned workbook has them. A long number that a sheet kept as a number has lost its last figures; written as text it
 * would look like a whole one, and pass where its check digit happens to fit. It goes back as a power, which is refused until it is mended.
 */
export function returnedCells(
  cells: readonly string[],
  notes: readonly Pick<CellNote, 'column' | 'kind'>[],
): string[] {
  const doubted = new Set(notes.flatMap(({ column, kind }) => (kind === 'DOUBTED' ? [column] : [])))
  return cells.map((text, at) =>
    doubted.has(at) && /^-?\d{16,}$/.test(text.trim())
      ? Number(text).toExponential().toUpperCase()
      : text,
  )
}
