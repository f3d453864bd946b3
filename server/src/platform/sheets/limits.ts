import { UnreadableFile } from './unreadable.ts'

/** Limits of a sheet. The reader process checks them before it sends any data to the server process. */
export const sheetLimits = {
  letters: 32_767,
  /** The count includes empty cells between the first and the last filled cell. */
  cells: 1_000_000,
  area: 20_000_000,
  rows: 1_048_576,
  columns: 16_384,
  strings: 2_000_000,
  recordLetters: 1_000_000,
} as const

/** Maximum number of characters in all cells, for questions and for lists of people. */
export const maxTableCharacters = { questions: 20_000_000, people: 4_000_000 } as const

export class SheetCounter {
  readonly #mostLetters: number
  #letters = 0
  #cells = 0
  #rows = 0
  #columns = 0

  constructor(mostLetters: number) {
    this.#mostLetters = mostLetters
  }

  /** @throws UnreadableFile when the cell is outside Excel's limits, or when the sheet has too many cells. */
  place(row: number, column: number): void {
    if (row >= sheetLimits.rows || column >= sheetLimits.columns)
      throw new UnreadableFile('单元格的位置超出 Excel 的范围，请用 Excel 打开，另存后再上传')
    this.#cells += 1
    this.#rows = Math.max(this.#rows, row + 1)
    this.#columns = Math.max(this.#columns, column + 1)
    if (this.#cells > sheetLimits.cells || this.#rows * this.#columns > sheetLimits.area)
      throw new UnreadableFile('工作表的单元格过多，或分布过远；请删去无关的行和列，只留要导入的内容')
  }

  /** @throws UnreadableFile when the cell or all cells together have too many characters. */
  text(row: number, text: string): void {
    if (text.length > sheetLimits.letters)
      throw new UnreadableFile(`第 ${row + 1} 行有单元格超过 ${sheetLimits.letters} 个字，请删减后再上传`)
    this.#letters += text.length
    if (this.#letters > this.#mostLetters)
      throw new UnreadableFile(`表格的文字超过 ${this.#mostLetters / 10_000} 万个，请分成几个文件`)
  }
}
