import { UnreadableFile } from './unreadable.ts'

export interface TableColumn {
  title: string
  samples: string[]
}

/** rows looked at for the one with the titles: a sheet may begin with a heading or a note */
export const headRows = 10
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
}

/** A table whose columns are known as far as they can be. */
export interface Table<Field> {
  columns: TableColumn[]
  /** by column; each field stays with one */
  mapping: (Field | null)[]
  /** those that hold anything; null: a column that is needed is not there, or of two nobody knows which is meant */
  rows: TableRow<Field>[] | null
}

/** Finds the row with the titles, and what each column holds by them, or by what somebody says. @throws UnreadableFile */
export function tableOf<Field>(
  rows: string[][],
  wanted: (Field | null)[] | null,
  { mostRows, words, sign, suffices, figures = [] }: Kind<Field>,
): Table<Field> {
  const wordOf = (said: string) => words.find(([, word]) => word.test(said))?.[0]
  const head = headOf(
    rows,
    (title) => (wordOf(plain(title)) ?? wordOf(unnoted(title))) !== undefined,
  )
  const body = rows.slice(head + 1)
  if (rows.length > mostRows + headRows || body.filter(holdsAnything).length > mostRows)
    throw new UnreadableFile(`超过 ${mostRows} 行，请分成几个文件`)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > mostColumns) throw new UnreadableFile(`超过 ${mostColumns} 列，请删去无关的列`)
  const columns = Array.from({ length: width }, (_, at) => ({
    title: (rows[head]?.[at] ?? '').trim().slice(0, 60) || `第 ${at + 1} 列`,
    samples: body.slice(0, samples).map((row) => (row[at] ?? '').slice(0, 60)),
  }))
  if (columns.length === 0) throw new UnreadableFile('表格是空的')
  const titles = columns.map(({ title }) => title)
  const found: (Field | null | typeof unclear)[] =
    wanted ?? fieldsOf(titles, (said) => wordOf(said) ?? sign?.(said))
  const mapping = columns.map((_, at): Field | null => {
    const field = found[at] ?? null
    return field !== unclear && found.indexOf(field) === at ? field : null
  })
  const has = (field: Field) => mapping.includes(field)
  if (!suffices(has) || found.includes(unclear)) return { columns, mapping, rows: null }
  const all = rowsOf(body, mapping, head + 2)
  const titled =
    wanted !== null && head < 0 && all[0] !== undefined && isTitles(all[0], figures.filter(has))
  return { columns, mapping, rows: titled ? all.slice(1) : all }
}

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

/** A title without the notes in brackets. */
const unnoted = (title: string) => plain(title.normalize('NFKC').replace(notes, ''))

const notes = /\([^()]*\)|【[^【】]*】|\[[^[\]]*\]/g

/** `firstNo`: of the body's first row. */
function rowsOf<Field>(
  body: string[][],
  mapping: (Field | null)[],
  firstNo: number,
): TableRow<Field>[] {
  const places = new Map(mapping.map((field, at) => [field, at]))
  return body.flatMap((row, index) => {
    if (!holdsAnything(row)) return []
    const cell = (field: Field) => (row[places.get(field) ?? -1] ?? '').trim()
    return [{ no: firstNo + index, cell }]
  })
}

const holdsAnything = (row: string[]) => row.some((text) => text.trim() !== '')

/** The row that names most columns by words. -1: none does, and the first row may be one of the body. */
function headOf(rows: string[][], isWord: (title: string) => boolean): number {
  const named = rows.slice(0, headRows).map((row) => row.filter(isWord).length)
  const most = Math.max(0, ...named)
  return most > 0 ? named.indexOf(most) : -1
}

/** Columns without anybody's cells: enough once somebody has said which is what, or nobody needs to. */
export function titlesOf(columns: TableColumn[]): TableColumn[] {
  return columns.map(({ title }) => ({ title, samples: [] }))
}

/** A title without spaces and marks. */
function plain(title: string): string {
  return title.normalize('NFKC').replace(/[\s*:：()（）【】[\]]/g, '')
}
