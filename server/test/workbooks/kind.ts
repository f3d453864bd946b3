import type { CellNote } from '../../src/platform/sheets/sheet.ts'

export interface WorkbookCase {
  kind: string
  name: string
  bytes: () => Buffer
  isText?: boolean
  sheetName?: string
  known?: RegExp[]
  rows?: string[][]
  /** For example, A2 WITHDRAWN 旧 means a note on the first cell of the second row. */
  notes?: string[]
  hiddenRows?: number[]
  hiddenColumns?: number[]
  sheets?: { name: string; hidden: boolean; rows: number }[]
  readName?: string
  says?: string
}

export function formatNoteName({ row, column, kind, said }: CellNote): string {
  const sentence = kind === 'DOUBTED' ? '' : said
  return `${String.fromCharCode(65 + column)}${row + 1} ${kind} ${sentence}`.trim()
}
