import { UnreadableFile } from './unreadable.ts'

export interface TableColumn {
  title: string
  samples: string[]
}

/** rows looked at for the one with the titles: a sheet may begin with a heading or a note */
export const headRows = 10
const samples = 3
const mostColumns = 100

/** What the columns of a kind of table are called. */
interface Naming<Field> {
  /** that hold anything, below the titles: a table with more is refused whole */
  mostRows: number
  /** what a column of this title holds */
  fieldOf(title: string): Field | null
  /** whether a title says so by a word: a letter or a number alone may as well be somebody's answer */
  isWord(title: string): boolean
}

/** A table whose columns are known as far as they can be. */
export interface Columns<Field> {
  columns: TableColumn[]
  /** by column; each field stays with one */
  mapping: (Field | null)[]
  body: string[][]
  /** of the body's first row, counted from 1 as a sheet does */
  firstNo: number
}

/** Finds the row with the titles, and what each column holds by them, or by what somebody says. @throws UnreadableFile */
export function readColumns<Field>(
  rows: string[][],
  wanted: (Field | null)[] | null,
  { mostRows, fieldOf, isWord }: Naming<Field>,
): Columns<Field> {
  const head = headOf(rows, isWord)
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
  const mapping = columns.map((column, at) =>
    wanted ? (wanted[at] ?? null) : fieldOf(column.title),
  )
  const unique = mapping.map((field, at) => (mapping.indexOf(field) === at ? field : null))
  return { columns, mapping: unique, body, firstNo: head + 2 }
}

/** A row of a table's body, each cell by what its column holds, trimmed; '' where no column does. */
export interface TableRow<Field> {
  /** counted from 1, as the sheet does */
  no: number
  cell(field: Field): string
}

/** The rows that hold anything. */
export function rowsOf<Field>(table: Omit<Columns<Field>, 'columns'>): TableRow<Field>[] {
  const places = new Map(table.mapping.map((field, at) => [field, at]))
  return table.body.flatMap((row, index) => {
    if (!holdsAnything(row)) return []
    const cell = (field: Field) => (row[places.get(field) ?? -1] ?? '').trim()
    return [{ no: table.firstNo + index, cell }]
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
export function plainTitle(title: string): string {
  return title.normalize('NFKC').replace(/[\s*:：()（）【】[\]]/g, '')
}
