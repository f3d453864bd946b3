import type { Sheet } from './sheet.ts'

/** rows looked at for the one with the titles: a sheet may begin with a heading or a note */
export const headRows = 10

/** A title without spaces and marks. */
export function plain(title: string): string {
  return title.normalize('NFKC').replace(/[\s*:：()（）【】[\]]/g, '')
}

/** A title without the notes in brackets. */
export const unnoted = (title: string) => plain(title.normalize('NFKC').replace(notes, ''))

const notes = /\([^()]*\)|【[^【】]*】|\[[^[\]]*\]/g

/** Whether a title is one of these words, with or without a note in brackets. */
export function isNamed(title: string, known: readonly RegExp[]): boolean {
  const said = [plain(title), unnoted(title)]
  return known.some((word) => said.some((one) => word.test(one)))
}

/** The row that names most columns by words. -1: none does, and the first row may be one of the body. */
export function headOf(rows: readonly string[][], known: readonly RegExp[]): number {
  const named = rows
    .slice(0, headRows)
    .map((row) => row.filter((title) => isNamed(title, known)).length)
  const most = Math.max(0, ...named)
  return most > 0 ? named.indexOf(most) : -1
}

/**
 * The titles of a table. They may stand in several rows, of which merged cells belong to all: the lowest title of a column counts where
 * it is known, else the highest with the lower ones as its note, as 学时（公需）.
 * @returns the titles by column, and the last row that has any; -1: none
 */
export function titlesAt(
  { rows, notes: cellNotes }: Sheet,
  head: number,
  known: readonly RegExp[],
): { titles: string[]; last: number } {
  const merged = new Set(
    cellNotes
      .filter(({ kind, row }) => kind === 'MERGED' && row <= headRows * 2)
      .map(({ row, column }) => `${row} ${column}`),
  )
  /** whether a title of the row above reaches down to a row; a word at the side of the whole table is none */
  const reachesUp = (row: number) =>
    (rows[row] ?? []).some(
      (text, at) =>
        merged.has(`${row} ${at}`) && rows[row - 1]?.[at] === text && isNamed(text, known),
    )
  if (head < 0) return { titles: [], last: -1 }
  let [first, last] = [head, head]
  while (first > 0 && reachesUp(first)) first -= 1
  while (last - first < mostTitleRows && reachesUp(last + 1)) last += 1
  const of = rows.slice(first, last + 1)
  const width = Math.max(...of.map((row) => row.length))
  const titles = Array.from({ length: width }, (_, at) => {
    const said = [...new Set(of.map((row) => (row[at] ?? '').trim()).filter(Boolean))]
    const [highest = '', ...lower] = said
    const lowest = lower.at(-1)
    if (lowest === undefined || isNamed(lowest, known)) return lowest ?? highest
    return `${highest}（${lower.join('，')}）`
  })
  return { titles, last }
}

const mostTitleRows = 3
