import { type CellNote, holdsAnything, type Sheet } from './sheet.ts'
import { headOf, headRows, isNamed, plain, titlesAt, unnoted } from './titles.ts'
import { UnreadableFile } from './unreadable.ts'

export { headRows } from './titles.ts'

export interface TableColumn {
  title: string
  samples: string[]
}

const samples = 3
const mostColumns = 100

/** A kind of table. */
interface Kind<Field> {
  /** that hold anything, below the titles: a table with more is refused whole */
  mostRows: number
  /** what people call a column, without spaces and marks */
  words: readonly (readonly [Field, RegExp])[]
  /** what a title without such a word means: a letter or a number alone may as well be somebody's answer */
  sign?(title: string): Field | undefined
  /** whether the rows say enough with these columns */
  suffices(has: (field: Field) => boolean): boolean
  /** columns whose every cell has a figure in it: a first row without any is titles that nobody knows by their words */
  figures?: readonly Field[]
}

/** A row of a table's body, each cell by what its column holds, trimmed; '' where no column does. */
export interface TableRow<Field> {
  /** counted from 1, as the sheet does */
  no: number
  cell(field: Field): string
  /** the same as it stands, with spaces at its ends */
  said(field: Field): string
  /** the whole row, by column */
  cells: string[]
  /** what is to be said of that cell beside its text */
  notes(field: Field): CellNote[]
}

/** What somebody says of a table before it is read; whatever they do not say is found. */
export interface Chosen<Field> {
  /** by column; null: by the titles */
  mapping: (Field | null)[] | null
  /** the row with the titles, counted from 1; 0: there is none; null: found */
  head?: number | null
  /** rows and columns that the sheet hides: whoever hid them may mean all of them or only what is seen */
  hidden?: 'REFUSE' | 'LEAVE_OUT' | 'INCLUDE'
}

/** A row of a table that is not read. */
export interface LeftOut {
  no: number
  /** WITHDRAWN: all that stood in it is struck out */
  why: 'HIDDEN' | 'WITHDRAWN'
  said: string
}

/** A table whose columns are known as far as they can be. */
export interface Table<Field> {
  columns: TableColumn[]
  /** by column; each field stays with one */
  mapping: (Field | null)[]
  /** the row with the titles, counted from 1; 0: none */
  head: number
  /** those that hold anything; null: a column that is needed is not there, or of two nobody knows which is meant */
  rows: TableRow<Field>[] | null
  leftOut: LeftOut[]
  /** places of columns that the sheet hides, counted from 0 */
  hiddenColumns: number[]
}

/** Finds the row with the titles, and what each column holds by them, or by what somebody says. @throws UnreadableFile */
export function tableOf<Field>(
  sheet: Sheet,
  { mapping: wanted, head: wantedHead = null, hidden = 'REFUSE' }: Chosen<Field>,
  { mostRows, words, sign, suffices, figures = [] }: Kind<Field>,
): Table<Field> {
  const { rows, hiddenColumns } = sheet
  if (hidden === 'REFUSE') refuseHiddenRows(sheet)
  const wordOf = (said: string) => words.find(([, word]) => word.test(said))?.[0]
  const known = words.map(([, word]) => word)
  const head = wantedHead === null ? headOf(rows, known) : wantedHead - 1
  const { titles: said, last } = titlesAt(sheet, head, known)
  const { body, leftOut } = bodyOf(sheet, last + 1, hidden === 'INCLUDE')
  if (rows.length > mostRows + headRows || body.length > mostRows)
    throw new UnreadableFile(`超过 ${mostRows} 行，请分成几个文件`)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > mostColumns) throw new UnreadableFile(`超过 ${mostColumns} 列，请删去无关的列`)
  const columns = Array.from({ length: width }, (_, at) => ({
    title: (said[at] ?? '').trim().slice(0, 60) || `第 ${at + 1} 列`,
    samples: body.slice(0, samples).map(({ cells }) => (cells[at] ?? '').slice(0, 60)),
  }))
  if (columns.length === 0) throw new UnreadableFile('表格是空的，请核对后重新上传')
  const isHidden = (at: number) => hidden !== 'INCLUDE' && hiddenColumns.includes(at)
  // a hidden column may be chosen, but is not found
  const titles = columns.map(({ title }, at) => (isHidden(at) ? '' : title))
  if (hidden === 'REFUSE' && !wanted)
    refuseHiddenColumn(columns.filter(({ title }, at) => isHidden(at) && isNamed(title, known)))
  const found: (Field | null | typeof unclear)[] =
    wanted ?? fieldsOf(titles, (said) => wordOf(said) ?? sign?.(said))
  const mapping = columns.map((_, at): Field | null => {
    const field = found[at] ?? null
    return field !== unclear && found.indexOf(field) === at ? field : null
  })
  const has = (field: Field) => mapping.includes(field)
  const table = { columns, mapping, head: head + 1, leftOut, hiddenColumns }
  if (!suffices(has) || found.includes(unclear)) return { ...table, rows: null }
  const all = rowsOf(body, mapping)
  const titled =
    wanted !== null && head < 0 && all[0] !== undefined && isTitles(all[0], figures.filter(has))
  return { ...table, rows: titled ? all.slice(1) : all }
}

function refuseHiddenRows({ hiddenRows }: Sheet): void {
  if (hiddenRows.length > 0)
    throw new UnreadableFile(
      `工作表里有 ${hiddenRows.length} 行被筛选、折叠或隐藏，看不到；请全部显示，删去不导入的行后再上传`,
    )
}

function refuseHiddenColumn([first]: TableColumn[]): void {
  if (first)
    throw new UnreadableFile(
      `工作表里的“${first.title}”一列被隐藏，看不到；请取消隐藏，或删去这一列后再上传`,
    )
}

interface BodyRow {
  no: number
  cells: string[]
  notes: CellNote[]
}

/** The rows from one on that hold anything, and those that are not read. */
function bodyOf(
  { rows, notes, hiddenRows }: Sheet,
  from: number,
  includesHidden: boolean,
): { body: BodyRow[]; leftOut: LeftOut[] } {
  const notesOf = Map.groupBy(notes, ({ row }) => row)
  const hidden = new Set(includesHidden ? [] : hiddenRows)
  const body: BodyRow[] = []
  const leftOut: LeftOut[] = []
  for (const [at, cells] of rows.entries()) {
    if (at < from) continue
    const no = at + 1
    const own = notesOf.get(at) ?? []
    const holds = holdsAnything(cells)
    const withdrawn = own.filter(({ kind }) => kind === 'WITHDRAWN').map(({ said }) => said)
    if (hidden.has(at)) leftOut.push({ no, why: 'HIDDEN', said: excerpt(cells) })
    else if (holds || own.some(({ kind }) => kind !== 'WITHDRAWN'))
      body.push({ no, cells, notes: own })
    else if (withdrawn.length > 0) leftOut.push({ no, why: 'WITHDRAWN', said: excerpt(withdrawn) })
  }
  return { body, leftOut }
}

const excerpt = (cells: string[]) =>
  cells
    .filter((text) => text.trim() !== '')
    .join(' ')
    .slice(0, 60)

/** Something stands in each of these columns, and a figure in none. */
function isTitles<Field>({ cell }: TableRow<Field>, figures: Field[]): boolean {
  return (
    figures.length > 0 && figures.every((field) => /^[^\d]+$/.test(cell(field).normalize('NFKC')))
  )
}

/** of columns that only their notes tell apart: somebody must say which is meant */
const unclear = Symbol('unclear')

/**
 * What titles say as a whole; or else without the notes in brackets, 姓名（必填）, where no other column says the same: beside 答案
 * nobody means 答案（旧）; of 学时（专业） and 学时（公需） nobody knows which is meant.
 */
function fieldsOf<Field>(
  titles: string[],
  meaningOf: (said: string) => Field | undefined,
): (Field | null | typeof unclear)[] {
  const whole = titles.map((title) => meaningOf(plain(title)))
  const all = titles.map((title, at) => whole[at] ?? meaningOf(unnoted(title)))
  return all.map((field, at) => {
    if (field === undefined) return null
    if (whole[at] !== undefined) return field
    if (whole.includes(field)) return null
    return all.some((other, place) => place !== at && other === field) ? unclear : field
  })
}

function rowsOf<Field>(body: BodyRow[], mapping: (Field | null)[]): TableRow<Field>[] {
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

/** Columns without anybody's cells: enough once somebody has said which is what, or nobody needs to. */
export function titlesOf(columns: TableColumn[]): TableColumn[] {
  return columns.map(({ title }) => ({ title, samples: [] }))
}
