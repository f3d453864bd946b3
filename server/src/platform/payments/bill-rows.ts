import { setImmediate as letOthersWork } from 'node:timers/promises'

/**
 * Splits a channel's bill into rows. The bill is the whole account's, and its columns of text hold whatever other tills wrote: the
 * separator, quotes, line breaks, even a whole row. So a row is recognised by its columns of numbers, times and amounts.
 */
export interface BillLayout {
  /** between two cells of a row */
  separator: string
  /** of all columns, in their order */
  titles: readonly string[]
  /** what the cells of a column look like, by its title; the first column needs one: a line that has it may begin a row */
  shapes: Readonly<Record<string, RegExp>>
  /** columns of text: only these may hold the separator */
  texts: ReadonlySet<string>
  /** columns that are read, none of them a text */
  read: readonly string[]
}

export interface BillRow {
  /** its lines, from the first to the last, as places in the bill */
  from: number
  to: number
  /** whether its columns can be what they are called */
  whole: boolean
  /** the columns that are read; null: it is not whole, or they cannot be told from the text around them */
  cells: ReadonlyMap<string, string> | null
  /** of an unreadable row those that stand before its first column of text: nothing there can be shifted */
  head: ReadonlyMap<string, string>
}

export interface SplitBill {
  rows: BillRow[]
  /** lines that belong to no row we know the beginning of: the rest of a text, or rows whose first cell is odd */
  loose: number
}

/** a text of this many lines, or a row of this many cells, is not looked into */
const mostLines = 50
const mostCells = 300
/** so often lines are joined and read anew, in all */
const mostJoins = 20_000
/** so many lines are read before other work of the process has its turn */
const linesAtOnce = 500

/** The cells of a title row or a row of totals, as they are read. */
export function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map(plainCell)
}

/** Channels keep numbers from spreadsheets by a backtick, a tab, quotes or `="…"`. */
function plainCell(cell: string): string {
  const trimmed = cell.trim()
  const bare = trimmed.startsWith('`') ? trimmed.slice(1).trim() : trimmed
  if (!bare.endsWith('"')) return bare
  const start = bare.startsWith('="') ? 2 : bare.startsWith('"') ? 1 : 0
  return start > 0 && bare.length > start ? bare.slice(start, -1).trim() : bare
}

/** Reads rows out of the lines of one bill. */
export class BillSplitter {
  readonly #lines: readonly string[]
  readonly #layout: BillLayout
  /** of each line: a whole row by itself, the beginning of one, or neither */
  readonly #alone: (BillRow | 'START' | null)[] = []
  #joins = 0

  private constructor(lines: readonly string[], layout: BillLayout) {
    this.#lines = lines
    this.#layout = layout
  }

  static async open(lines: readonly string[], layout: BillLayout): Promise<BillSplitter> {
    const splitter = new BillSplitter(lines, layout)
    for (let at = 0; at < lines.length; at += 1) {
      if (at % linesAtOnce === linesAtOnce - 1) await letOthersWork()
      splitter.#alone.push(splitter.#readAlone(at))
    }
    return splitter
  }

  #readAlone(at: number): BillRow | 'START' | null {
    const { separator, titles, shapes } = this.#layout
    const [cell = ''] = (this.#lines[at] ?? '').split(separator, 1)
    const first = plainCell(cell)
    if (first === '' || !shapes[titles[0] ?? '']?.test(first)) return null
    const row = this.read(at, at)
    return row.whole ? row : 'START'
  }

  /** Reads some lines as one row. */
  read(from: number, to: number): BillRow {
    const { separator } = this.#layout
    const text = this.#lines.slice(from, to + 1).join('\n')
    const pieces = text.split(separator, mostCells + 1)
    const cells = pieces.length > mostCells ? null : this.#align(pieces)
    const certain = cells === 'UNCERTAIN' ? null : cells
    const head = certain ?? this.#headOf(pieces)
    return { from, to, head, whole: cells !== null, cells: certain }
  }

  #headOf(pieces: readonly string[]): Map<string, string> {
    const { titles, texts, read } = this.#layout
    const head = new Map<string, string>()
    for (const [place, title] of titles.entries()) {
      const piece = pieces[place]
      if (texts.has(title) || piece === undefined) break
      if (read.includes(title)) head.set(title, plainCell(piece))
    }
    return head
  }

  /**
   * @param across whether a beginning that is no row by itself may go on behind whole rows: they are its text, then. Both readings
   * are possible; the totals of the bill tell which is right.
   */
  split(across: boolean): SplitBill {
    const rows: BillRow[] = []
    let loose = 0
    this.#joins = 0
    for (let at = 0; at < this.#lines.length; ) {
      const alone = this.#alone[at]
      if (!alone) loose += 1
      const row = alone === 'START' ? this.#readFrom(at, across) : alone
      if (row) rows.push(row)
      // an unreadable row may hide others whose first cell is odd
      if (row && !row.whole) loose += row.to - row.from
      at = (row?.to ?? at) + 1
    }
    return { rows, loose }
  }

  #readFrom(from: number, across: boolean): BillRow {
    let row = this.read(from, from)
    for (let to = from + 1; to < Math.min(this.#lines.length, from + mostLines); to += 1) {
      const next = this.#alone[to]
      const isWhole = next !== null && next !== 'START'
      if (this.#joins >= mostJoins || (!across && (isWhole || (next && this.#isFull(row))))) break
      // what ends with a whole row ends there by that row's own end
      if (isWhole) continue
      this.#joins += 1
      const joined = this.read(from, to)
      if (joined.whole) return joined
      if (!next && row.to === to - 1) row = joined
    }
    return row
  }

  /** It has as many cells as there are columns: no line break has parted it. */
  #isFull({ from, to }: BillRow): boolean {
    const { separator, titles } = this.#layout
    const text = this.#lines.slice(from, to + 1).join('\n')
    return text.split(separator, titles.length).length === titles.length
  }

  #alignExactly(pieces: readonly string[]): Map<string, string> | null {
    const { titles, shapes, read } = this.#layout
    const found = new Map<string, string>()
    for (const [place, title] of titles.entries()) {
      const shape = shapes[title]
      const isRead = read.includes(title)
      if (!shape && !isRead) continue
      const cell = plainCell(pieces[place] ?? '')
      if (shape?.test(cell) === false) return null
      if (isRead) found.set(title, cell)
    }
    return found
  }

  /** Null: no way to give every column its cells. UNCERTAIN: several, which differ in what is read. */
  #align(pieces: readonly string[]): Map<string, string> | 'UNCERTAIN' | null {
    const { titles, shapes, texts, read } = this.#layout
    const extra = pieces.length - titles.length
    if (extra < 0) return null
    if (extra === 0) return this.#alignExactly(pieces)
    const cells = pieces.map(plainCell)
    const isText = titles.map((title) => texts.has(title))
    const fits = (place: number, shift: number) => {
      const shape = shapes[titles[place] ?? '']
      return !shape || shape.test(cells[place + shift] ?? '')
    }
    // by how many cells a column may be shifted, seen from the left, and of these those that come out right at the end
    const reached = [new Set([0])]
    for (const [place, text] of isText.entries()) {
      const before = reached[place] ?? new Set()
      const least = Math.min(...before)
      reached.push(
        text
          ? new Set(Array.from({ length: extra - least + 1 }, (_, more) => least + more))
          : new Set([...before].filter((shift) => fits(place, shift))),
      )
      if (reached[place + 1]?.size === 0) return null
    }
    let possible = new Set([extra])
    const found = new Map<string, string>()
    let certain = true
    for (let place = titles.length - 1; place >= 0; place -= 1) {
      const most = Math.max(...possible)
      const before = [...(reached[place] ?? [])]
      possible = new Set(
        before.filter((shift) =>
          isText[place] ? shift <= most : possible.has(shift) && fits(place, shift),
        ),
      )
      if (possible.size === 0) return null
      const title = titles[place] ?? ''
      if (!read.includes(title)) continue
      const values = new Set([...possible].map((shift) => cells[place + shift] ?? ''))
      if (values.size > 1) certain = false
      found.set(title, [...values][0] ?? '')
    }
    return certain ? found : 'UNCERTAIN'
  }
}
