import { UnreadableFile } from './unreadable.ts'

/** What one table may hold; each is checked in the reading process, before anything of it crosses to the server. */
export const sheetLimits = {
  /** of one cell, as in Excel */
  letters: 32_767,
  /** of one sheet: those that are written, and those between the first and the last of them, which the parser makes room for */
  cells: 1_000_000,
  area: 20_000_000,
  /** of one CSV record, with all its cells */
  recordLetters: 1_000_000,
} as const

/** of all cells together: what is read for questions, and what is read for lists of people */
export const mostLetters = { questions: 20_000_000, people: 4_000_000 } as const

/**
 * The same rows, of which no cell and not all cells together are too long.
 * @throws UnreadableFile
 */
export function withinLimits(rows: string[][], most: number): string[][] {
  let letters = 0
  for (const [index, row] of rows.entries())
    for (const cell of row) {
      if (cell.length > sheetLimits.letters)
        throw new UnreadableFile(
          `第 ${index + 1} 行有单元格超过 ${sheetLimits.letters} 个字，请删减后再上传`,
        )
      letters += cell.length
      if (letters > most)
        throw new UnreadableFile(`表格的文字超过 ${most / 10_000} 万个，请分成几个文件`)
    }
  return rows
}
