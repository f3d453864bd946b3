import type { Sheet } from './sheet.ts'

export const idNoTitle = /^(证件号码?|身份证号?码?|身份证件号码?|居民身份证号?码?|idno)$/i

export const phoneTitle = /^(手机号?码?|联系电话|电话|移动电话|phone)$/i

export const certificateNoTitle = /^(执业药师)?(职业)?(资格)?证书(编号|号码?)$|^(执业药师)?资格证(编)?号$|^证书管理号$/

const mostNamed = 5

/** Number of rows searched for titles, because a sheet may begin with a heading or a note. */
export const maxTitleRows = 10

export function normalizeTitle(title: string): string {
  return title.normalize('NFKC').replace(/[\s*:：()（）【】[\]]/g, '')
}

export const removeTitleNotes = (title: string) => normalizeTitle(title.normalize('NFKC').replace(notes, ''))

const notes = /\([^()]*\)|【[^【】]*】|\[[^[\]]*\]/g

export function isKnownTitle(title: string, known: readonly RegExp[]): boolean {
  const said = [normalizeTitle(title), removeTitleNotes(title)]
  return known.some((word) => said.some((one) => word.test(one)))
}

/** Returns -1 when there is no title row and the first row may be data. */
export function findTitleRow(rows: readonly string[][], known: readonly RegExp[]): number {
  const named = rows.slice(0, maxTitleRows).map((row) => row.filter((title) => isKnownTitle(title, known)).length)
  const most = Math.max(0, ...named)
  return most > 0 ? named.indexOf(most) : -1
}

/**
 * Makes one title per column when several rows contain titles: the lowest title if it is known, otherwise the highest
 * title with the lower ones in brackets, as in 学时（公需）.
 * @returns no titles and `last` -1 when there is no title row
 */
export function combineTitles(
  { rows, notes: cellNotes }: Sheet,
  head: number,
  known: readonly RegExp[],
): { titles: string[]; last: number } {
  const merged = new Set(
    cellNotes
      .filter(({ kind, row }) => kind === 'MERGED' && row <= maxTitleRows * 2)
      .map(({ row, column }) => `${row} ${column}`),
  )
  /**
   * True if a merged cell with a known title covers this row and the row above. Other merged cells, such as one beside
   * the whole table, do not count.
   */
  const reachesUp = (row: number) =>
    (rows[row] ?? []).some(
      (text, at) => merged.has(`${row} ${at}`) && rows[row - 1]?.[at] === text && isKnownTitle(text, known),
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
    if (lowest === undefined || isKnownTitle(lowest, known)) return lowest ?? highest
    return `${highest}（${lower.join('，')}）`
  })
  return { titles, last }
}

const mostTitleRows = 3

/** Lists row numbers except `own` for a sentence: 3、4, or with the total number if there are many: 3、4、5、6、7 等 90. */
export function formatRowNumbers(alike: readonly { no: number }[], own: number): string {
  const first = alike.slice(0, mostNamed + 1).filter(({ no }) => no !== own)
  const named = first.slice(0, mostNamed).map(({ no }) => no)
  const count = alike.length - 1
  return count > named.length ? `${named.join('、')} 等 ${count}` : named.join('、')
}
