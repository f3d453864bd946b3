import { setImmediate as letOthersWork } from 'node:timers/promises'

/** Text columns may contain separators or whole rows, so rows are recognized by numbers, times and amounts. */
export interface BillLayout {
  separator: string
  titles: readonly string[]
  /** The first column needs a pattern, because a matching line may begin a row. */
  shapes: Readonly<Record<string, RegExp>>
  /** Only text columns may contain the separator. */
  texts: ReadonlySet<string>
  read: readonly string[]
}

export interface BillRow {
  from: number
  to: number
  whole: boolean
  /** Cells of the columns to read; null when the row is incomplete or its cells are ambiguous. */
  cells: ReadonlyMap<string, string> | null
  /** Cells before the first text column, which cannot be shifted. */
  head: ReadonlyMap<string, string>
}

export interface SplitBillRows {
  rows: BillRow[]
  /** Lines that belong to no known row: the rest of a text, or rows with an unusual first cell. */
  loose: number
}

/** Rows of more lines than this are not analysed. */
const mostLines = 50
const mostCells = 300
/** The most tries per bill to join lines into one row. */
const mostJoins = 20_000
const linesAtOnce = 500

export function splitBillCells(line: string, separator: string): string[] {
  return line.split(separator).map(plainCell)
}

/** Removes the backtick, tab, quotes or `="…"` that protect numbers from spreadsheet programs. */
function plainCell(cell: string): string {
  const trimmed = cell.trim()
  const bare = trimmed.startsWith('`') ? trimmed.slice(1).trim() : trimmed
  if (!bare.endsWith('"')) return bare
  const start = bare.startsWith('="') ? 2 : bare.startsWith('"') ? 1 : 0
  return start > 0 && bare.length > start ? bare.slice(start, -1).trim() : bare
}

export class BillSplitter {
  readonly #lines: readonly string[]
  readonly #layout: BillLayout
  /** What each line is when it is read alone: a whole row, the beginning of a row, or neither. */
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
   * @param across whether an incomplete row may continue after whole rows; the bill's totals decide which result is
   * right
   */
  split(across: boolean): SplitBillRows {
    const rows: BillRow[] = []
    let loose = 0
    this.#joins = 0
    for (let at = 0; at < this.#lines.length; ) {
      const alone = this.#alone[at]
      if (!alone) loose += 1
      const row = alone === 'START' ? this.#readFrom(at, across) : alone
      if (row) rows.push(row)
      // The lines of an incomplete row count as loose, because they may hide rows with an unusual first cell.
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
      // A joined row cannot end with a line that is a whole row of its own.
      if (isWhole) continue
      this.#joins += 1
      const joined = this.read(from, to)
      if (joined.whole) return joined
      if (!next && row.to === to - 1) row = joined
    }
    return row
  }

  /** Checks that a row has as many cells as columns, so that no line break has split it. */
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

  /** Assigns cells to columns. null when they fit no columns; UNCERTAIN when several ways give different values. */
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
    // The possible shifts are collected from the left; then only shifts that fit at the end are kept.
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
        before.filter((shift) => (isText[place] ? shift <= most : possible.has(shift) && fits(place, shift))),
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
