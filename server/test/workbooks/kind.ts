import type { CellNote } from '../../src/platform/sheets/sheet.ts'

/** A file as some program writes it, and what a person sees in it. */
export interface WorkbookCase {
  /** what kind of thing it shows; counted in the table of the corpus */
  kind: string
  name: string
  bytes: () => Buffer
  /** of a text: a CSV */
  isText?: boolean
  sheetName?: string
  /** titles by which the sheet is found */
  known?: RegExp[]
  rows?: string[][]
  /** as A2 WITHDRAWN 旧, for a note on the first cell of the second row */
  notes?: string[]
  hiddenRows?: number[]
  hiddenColumns?: number[]
  sheets?: { name: string; hidden: boolean; rows: number }[]
  /** of the sheet that was read */
  readName?: string
  /** why it is not read */
  says?: string
}

/** A note as a case names it. */
export function noteName({ row, column, kind, said }: CellNote): string {
  const sentence = kind === 'DOUBTED' ? '' : said
  return `${String.fromCharCode(65 + column)}${row + 1} ${kind} ${sentence}`.trim()
}
