/** `row` and `column` are counted from 0, as in `Sheet.rows`. */
export interface CellNote {
  row: number
  column: number
  kind: CellNoteKind
  said: string
}

export type CellNoteKind =
  /** The cell has crossed-out words, which are not in its text; `said` contains them. */
  | 'WITHDRAWN'
  /** The text comes from a merged cell; `said` is empty. */
  | 'MERGED'
  /** The number is shown with a unit, separators or zeros; `said` is the plain number. */
  | 'FORMATTED'
  /** The number is shown with fewer decimals; `said` is the full number. */
  | 'ROUNDED'
  /** The cell is a date or time; `said` is 2026-03-05, 2026-03-05 08:30 or 08:30. */
  | 'DATE'
  /** The text may not be what was meant; said: the reason and advice, in Chinese. */
  | 'DOUBTED'
  /** A formula failed; `said` is its error such as #N/A, which is also the text. */
  | 'ERROR'
  /** The format hides the content; `said` is the content. */
  | 'UNSEEN'

export interface ShownCell {
  text: string
  note?: { kind: CellNoteKind; said: string }
}

export interface Sheet {
  name: string
  hidden: boolean
  rows: string[][]
  notes: CellNote[]
  hiddenRows: number[]
  hiddenColumns: number[]
}

export interface SheetInfo {
  name: string
  hidden: boolean
  rows: number
}

export interface Workbook {
  sheets: SheetInfo[]
  sheet: Sheet
}

export const isFilledRow = (row: readonly string[]) => row.some((text) => text.trim() !== '')

export function cellNoteText({ kind, said }: Pick<CellNote, 'kind' | 'said'>): string {
  if (kind === 'DOUBTED') return said
  return sentences[kind](said.length > mostQuoted ? `${said.slice(0, mostQuoted)}…` : said)
}

const mostQuoted = 60

const sentences: Readonly<Record<Exclude<CellNoteKind, 'DOUBTED'>, (said: string) => string>> = {
  WITHDRAWN: (said) => `有删除线的“${said}”没有读取`,
  MERGED: () => '取自合并单元格',
  FORMATTED: (said) => `单元格里的数是 ${said}`,
  ROUNDED: (said) => `显示的是四舍五入后的数，实际是 ${said}`,
  DATE: (said) => `单元格里是日期或时间 ${said}`,
  ERROR: (said) => `公式的结果是错误 ${said}，请在表格里改正`,
  UNSEEN: (said) => `单元格里有内容“${said}”，但它的格式不显示，没有读取`,
}
