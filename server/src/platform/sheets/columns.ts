import { type CellNote, isFilledRow, type Sheet } from './sheet.ts'
import { combineTitles, findTitleRow, isKnownTitle, maxTitleRows, normalizeTitle, removeTitleNotes } from './titles.ts'
import { UnreadableFile } from './unreadable.ts'

export { maxTitleRows } from './titles.ts'

export interface SheetTableColumn {
  title: string
  samples: string[]
}

const samples = 3
const mostColumns = 100

export interface SheetTableKind<Field> {
  /** A table with more rows is refused. */
  mostRows: number
  /** Patterns of column titles; titles are matched without spaces and punctuation. */
  words: readonly (readonly [Field, RegExp])[]
  /**
   * Finds the field of a title that matches none of `words`, such as 选项A. It does not help to find the title row,
   * because a single letter could also be data.
   */
  sign?(title: string): Field | undefined
  suffices(has: (field: Field) => boolean): boolean
  /**
   * Fields whose cells contain digits. When a user assigned the columns and the first row has no digits in them, that
   * row is taken for titles with unknown words.
   */
  figures?: readonly Field[]
}

export interface SheetTableRow<Field> {
  no: number
  cell(field: Field): string
  said(field: Field): string
  cells: string[]
  notes(field: Field): CellNote[]
}

export interface SheetTableChoice<Field> {
  /** Field of each column; null to detect the fields from the titles. */
  mapping: (Field | null)[] | null
  head?: number | null
  /** It is unclear whether hidden rows belong to the table, so the user decides. */
  hidden?: 'REFUSE' | 'LEAVE_OUT' | 'INCLUDE'
}

export interface LeftOutRow {
  no: number
  /** WITHDRAWN means that all text of the row is crossed out. */
  why: 'HIDDEN' | 'WITHDRAWN'
  said: string
}

export interface SheetTable<Field> {
  columns: SheetTableColumn[]
  /** Field of each column; each field occurs once. */
  mapping: (Field | null)[]
  head: number
  /** Null when a required column is missing or ambiguous. */
  rows: SheetTableRow<Field>[] | null
  leftOut: LeftOutRow[]
  hiddenColumns: number[]
}

/** @throws UnreadableFile. */
export function detectTable<Field>(
  sheet: Sheet,
  { mapping: wanted, head: wantedHead = null, hidden = 'REFUSE' }: SheetTableChoice<Field>,
  { mostRows, words, sign, suffices, figures = [] }: SheetTableKind<Field>,
): SheetTable<Field> {
  const { rows, hiddenColumns } = sheet
  if (hidden === 'REFUSE') refuseHiddenRows(sheet)
  const wordOf = (said: string) => words.find(([, word]) => word.test(said))?.[0]
  const known = words.map(([, word]) => word)
  const head = wantedHead === null ? findTitleRow(rows, known) : wantedHead - 1
  const { titles: said, last } = combineTitles(sheet, head, known)
  const { body, leftOut } = bodyOf(sheet, last + 1, hidden === 'INCLUDE')
  if (rows.length > mostRows + maxTitleRows || body.length > mostRows)
    throw new UnreadableFile(`超过 ${mostRows} 行，请分成几个文件`)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > mostColumns) throw new UnreadableFile(`超过 ${mostColumns} 列，请删去无关的列`)
  const columns = Array.from({ length: width }, (_, at) => ({
    title: (said[at] ?? '').trim().slice(0, 60) || `第 ${at + 1} 列`,
    samples: body.slice(0, samples).map(({ cells }) => (cells[at] ?? '').slice(0, 60)),
  }))
  if (columns.length === 0) throw new UnreadableFile('表格是空的，请核对后重新上传')
  const isHidden = (at: number) => hidden !== 'INCLUDE' && hiddenColumns.includes(at)
  // The user can choose a hidden column, but the title of a hidden column is not used for detection.
  const titles = columns.map(({ title }, at) => (isHidden(at) ? '' : title))
  if (hidden === 'REFUSE' && !wanted)
    refuseHiddenColumn(columns.filter(({ title }, at) => isHidden(at) && isKnownTitle(title, known)))
  const found: (Field | null | typeof unclear)[] = wanted ?? fieldsOf(titles, (said) => wordOf(said) ?? sign?.(said))
  const mapping = columns.map((_, at): Field | null => {
    const field = found[at] ?? null
    return field !== unclear && found.indexOf(field) === at ? field : null
  })
  const has = (field: Field) => mapping.includes(field)
  const table = { columns, mapping, head: head + 1, leftOut, hiddenColumns }
  if (!suffices(has) || found.includes(unclear)) return { ...table, rows: null }
  const all = rowsOf(body, mapping)
  const titled = wanted !== null && head < 0 && all[0] !== undefined && isTitles(all[0], figures.filter(has))
  return { ...table, rows: titled ? all.slice(1) : all }
}

function refuseHiddenRows({ hiddenRows }: Sheet): void {
  if (hiddenRows.length > 0)
    throw new UnreadableFile(
      `工作表里有 ${hiddenRows.length} 行被筛选、折叠或隐藏，看不到；请全部显示，删去不导入的行后再上传`,
    )
}

function refuseHiddenColumn([first]: SheetTableColumn[]): void {
  if (first) throw new UnreadableFile(`工作表里的“${first.title}”一列被隐藏，看不到；请取消隐藏，或删去这一列后再上传`)
}

interface BodyRow {
  no: number
  cells: string[]
  notes: CellNote[]
}

function bodyOf(
  { rows, notes, hiddenRows }: Sheet,
  from: number,
  includesHidden: boolean,
): { body: BodyRow[]; leftOut: LeftOutRow[] } {
  const notesOf = Map.groupBy(notes, ({ row }) => row)
  const hidden = new Set(includesHidden ? [] : hiddenRows)
  const body: BodyRow[] = []
  const leftOut: LeftOutRow[] = []
  for (const [at, cells] of rows.entries()) {
    if (at < from) continue
    const no = at + 1
    const own = notesOf.get(at) ?? []
    const holds = isFilledRow(cells)
    const withdrawn = own.filter(({ kind }) => kind === 'WITHDRAWN').map(({ said }) => said)
    if (hidden.has(at)) leftOut.push({ no, why: 'HIDDEN', said: excerpt(cells) })
    else if (holds || own.some(({ kind }) => kind !== 'WITHDRAWN')) body.push({ no, cells, notes: own })
    else if (withdrawn.length > 0) leftOut.push({ no, why: 'WITHDRAWN', said: excerpt(withdrawn) })
  }
  return { body, leftOut }
}

const excerpt = (cells: string[]) =>
  cells
    .filter((text) => text.trim() !== '')
    .join(' ')
    .slice(0, 60)

function isTitles<Field>({ cell }: SheetTableRow<Field>, figures: Field[]): boolean {
  return figures.length > 0 && figures.every((field) => /^[^\d]+$/.test(cell(field).normalize('NFKC')))
}

/** The titles of these columns differ only in their notes, so the user must choose. */
const unclear = Symbol('unclear')

/**
 * A match of the whole title is preferred to one without its note, as in 姓名（必填）. Between 学时（专业） and 学时（公需） the user
 * must choose.
 */
function fieldsOf<Field>(
  titles: string[],
  meaningOf: (said: string) => Field | undefined,
): (Field | null | typeof unclear)[] {
  const whole = titles.map((title) => meaningOf(normalizeTitle(title)))
  const all = titles.map((title, at) => whole[at] ?? meaningOf(removeTitleNotes(title)))
  return all.map((field, at) => {
    if (field === undefined) return null
    if (whole[at] !== undefined) return field
    if (whole.includes(field)) return null
    return all.some((other, place) => place !== at && other === field) ? unclear : field
  })
}

function rowsOf<Field>(body: BodyRow[], mapping: (Field | null)[]): SheetTableRow<Field>[] {
  const places = new Map(mapping.map((field, at) => [field, at]))
  const said = (cells: string[], field: Field) => cells[places.get(field) ?? -1] ?? ''
  return body.map(({ no, cells, notes }) => ({
    no,
    cells,
    cell: (field) => said(cells, field).trim(),
    said: (field) => said(cells, field),
    notes: (field) => notes.filter(({ column }) => column === places.get(field)),
  }))
}

export function removeColumnSamples(columns: SheetTableColumn[]): SheetTableColumn[] {
  return columns.map(({ title }) => ({ title, samples: [] }))
}
