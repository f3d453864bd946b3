/** What a cell is beside its text. Places are counted from 0, as in `Sheet.rows`. */
export interface CellNote {
  row: number
  column: number
  kind: NoteKind
  /** what the kind says of the cell */
  said: string
}

export type NoteKind =
  /** struck-out words, which are not in the text; said: the words */
  | 'WITHDRAWN'
  /** the text is that of the merged cell which covers this one; said: nothing */
  | 'MERGED'
  /** a number shown with a unit, separators or zeros; said: the number alone */
  | 'FORMATTED'
  /** a number shown with fewer decimals than it has; said: the number */
  | 'ROUNDED'
  /** a date or time; said: 2026-03-05, 2026-03-05 08:30 or 08:30 */
  | 'DATE'
  /** the text may not be what somebody meant; said: why, and what to do, in Chinese */
  | 'DOUBTED'
  /** a formula that failed; said: its error, as #N/A, which is also the text */
  | 'ERROR'
  /** what a format shows as nothing; said: the content */
  | 'UNSEEN'

/** The text that a format makes of a content, and what is to be said of it. */
export interface Shown {
  text: string
  note?: { kind: NoteKind; said: string }
}

/** One table as a person sees it. */
export interface Sheet {
  name: string
  hidden: boolean
  /** the cells' texts; a row ends with its last cell that has one */
  rows: string[][]
  notes: CellNote[]
  /** rows that hold anything and are filtered out, folded or hidden */
  hiddenRows: number[]
  hiddenColumns: number[]
}

export interface SheetInfo {
  name: string
  hidden: boolean
  /** that hold anything; of a hidden sheet nobody asked for: 0 */
  rows: number
}

/** All sheets of a file, of which one was read. A CSV has one without a name. */
export interface Workbook {
  sheets: SheetInfo[]
  sheet: Sheet
}

export const holdsAnything = (row: readonly string[]) => row.some((text) => text.trim() !== '')

/** What a person is told of a note. */
export function noteText({ kind, said }: Pick<CellNote, 'kind' | 'said'>): string {
  if (kind === 'DOUBTED') return said
  return sentences[kind](said.length > mostQuoted ? `${said.slice(0, mostQuoted)}…` : said)
}

const mostQuoted = 60

const sentences: Readonly<Record<Exclude<NoteKind, 'DOUBTED'>, (said: string) => string>> = {
  WITHDRAWN: (said) => `有删除线的“${said}”没有读取`,
  MERGED: () => '取自合并单元格',
  FORMATTED: (said) => `单元格里的数是 ${said}`,
  ROUNDED: (said) => `显示的是四舍五入后的数，实际是 ${said}`,
  DATE: (said) => `单元格里是日期或时间 ${said}`,
  ERROR: (said) => `公式的结果是错误 ${said}，请在表格里改正`,
  UNSEEN: (said) => `单元格里有内容“${said}”，但它的格式不显示，没有读取`,
}
