import { UnreadableFile } from './unreadable.ts'

/** What one table may hold; each is checked in the reading process, before anything of it crosses to the server. */
export const sheetLimits = {
  /** of one cell, as in Excel */
  letters: 32_767,
  /** of one sheet: those that are written, and those between the first and the last of them */
  cells: 1_000_000,
  area: 20_000_000,
  /** as Excel has them */
  rows: 1_048_576,
  columns: 16_384,
  /** texts that cells share */
  strings: 2_000_000,
  /** of one CSV record, with all its cells */
  recordLetters: 1_000_000,
} as const

/** of all cells together: what is read for questions, and what is read for lists of people */
export const mostLetters = { questions: 20_000_000, people: 4_000_000 } as const

/** Counts the cells of one table as they are read. */
export class SheetCount {
  readonly #mostLetters: number
  #letters = 0
  #cells = 0
  #rows = 0
  #columns = 0

  constructor(mostLetters: number) {
    this.#mostLetters = mostLetters
  }

  /** A cell at a place counted from 0. @throws UnreadableFile */
  place(row: number, column: number): void {
    if (row >= sheetLimits.rows || column >= sheetLimits.columns)
      throw new UnreadableFile('单元格的位置超出 Excel 的范围，请用 Excel 打开，另存后再上传')
    this.#cells += 1
    this.#rows = Math.max(this.#rows, row + 1)
    this.#columns = Math.max(this.#columns, column + 1)
    if (this.#cells > sheetLimits.cells || this.#rows * this.#columns > sheetLimits.area)
      throw new UnreadableFile(
        '工作表的单元格过多，或分布过远；请删去无关的行和列，只留要导入的内容',
      )
  }

  /** The text of a cell in a row counted from 0. @throws UnreadableFile */
  text(row: number, text: string): void {
    if (text.length > sheetLimits.letters)
      throw new UnreadableFile(
        `第 ${row + 1} 行有单元格超过 ${sheetLimits.letters} 个字，请删减后再上传`,
      )
    this.#letters += text.length
    if (this.#letters > this.#mostLetters)
      throw new UnreadableFile(`表格的文字超过 ${this.#mostLetters / 10_000} 万个，请分成几个文件`)
  }
}
