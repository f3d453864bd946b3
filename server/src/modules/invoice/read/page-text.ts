import { foldForms } from '@ce/contract/fold-text'

/** Letters that were drawn in one go: where, how large, how wide. All of a page in one unit, the origin at its top left. */
export interface Piece {
  text: string
  x: number
  /** of its base line */
  y: number
  size: number
  width: number
}

/** Letters that stand together in a line. */
export interface Segment {
  text: string
  x: number
  end: number
  y: number
  size: number
}

/** A word that is written downwards beside a box, and says whose the box is. */
export interface SideWord {
  text: string
  x: number
  /** base lines of its first letter and its last */
  top: number
  bottom: number
}

/** What stands on a page: its lines from the top, each in stretches that stand apart, and what is written downwards. */
export interface PageText {
  lines: Segment[][]
  sideWords: SideWord[]
}

/** letters; no page of an invoice has more */
const mostLetters = 30_000

/** letters of the narrow columns beside the boxes, written downwards */
const sideLetters = /^[购买方信息销售密码区备注]$/

export function pageText(pieces: readonly Piece[]): PageText {
  const letters = distinct(lettersOf(pieces))
  const downwards = lettersInColumns(letters)
  const level = letters.filter((piece) => !downwards.has(piece))
  return { lines: linesOf(level), sideWords: sideWordsOf([...downwards]) }
}

function linesOf(letters: readonly Piece[]): Segment[][] {
  const lines: Piece[][] = []
  for (const piece of letters.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    const [first] = line ?? []
    const isBeside = first && piece.y - first.y <= 0.5 * Math.min(first.size, piece.size)
    if (line && isBeside) line.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) => segmentsOf(line.toSorted((one, other) => one.x - other.x)))
}

/** Letter by letter, without blanks: a piece may hold one letter or a line, and not where each stands. */
function lettersOf(pieces: readonly Piece[]): Piece[] {
  const letters: Piece[] = []
  for (const { text, x, width, ...piece } of pieces) {
    const step = width / Math.max(widthOf(text), 0.1)
    let at = x
    for (const letter of text) {
      const wide = widthOf(letter)
      const own = Math.min(step, 1.15 * piece.size) * wide
      if (!/[\s\p{Cc}\p{Cf}]/u.test(letter))
        letters.push({ ...piece, text: letter, x: at, width: own })
      at += step * wide
    }
    if (letters.length > mostLetters) return letters.slice(0, mostLetters)
  }
  return letters
}

/** Without what is drawn twice to look bold. */
function distinct(letters: readonly Piece[]): Piece[] {
  const seen = new Map<string, Piece[]>()
  return letters.filter((one) => {
    const place = `${one.text}${Math.round(one.y / one.size)}`
    const same = seen.get(place) ?? []
    const near = one.size * 0.15
    if (same.some(({ x, y }) => Math.abs(x - one.x) < near && Math.abs(y - one.y) < near))
      return false
    same.push(one)
    seen.set(place, same)
    return true
  })
}

/** Of words that are written downwards: each letter stands alone in its line, and below another. */
function lettersInColumns(letters: readonly Piece[]): ReadonlySet<Piece> {
  const candidates = letters.filter(({ text }) => sideLetters.test(foldForms(text)))
  const isAlone = (one: Piece) =>
    !letters.some((other) => {
      if (other === one || Math.abs(other.y - one.y) > 0.3 * one.size) return false
      return (
        other.x < one.x + one.width + 0.4 * one.size &&
        other.x + other.width > one.x - 0.4 * one.size
      )
    })
  const alone = candidates.slice(0, 500).filter(isAlone)
  const isBelowOrAbove = (one: Piece, other: Piece) => {
    const height = Math.abs(one.y - other.y)
    const isNear = height > 0.8 * one.size && height < 4 * one.size
    return isNear && Math.abs(one.x - other.x) < 0.3 * one.size
  }
  return new Set(alone.filter((one) => alone.some((other) => isBelowOrAbove(one, other))))
}

function sideWordsOf(letters: readonly Piece[]): SideWord[] {
  const words: SideWord[] = []
  for (const { text, x, y, size } of letters.toSorted((one, other) => one.y - other.y)) {
    const above = words.find((one) => Math.abs(one.x - x) < 0.3 * size && y - one.bottom < 4 * size)
    if (above) Object.assign(above, { text: above.text + foldForms(text), bottom: y })
    else words.push({ text: foldForms(text), x, top: y, bottom: y })
  }
  return words
}

function segmentsOf(line: readonly Piece[]): Segment[] {
  const found: Segment[] = []
  for (const { text, x, y, size, width } of line) {
    const last = found.at(-1)
    const end = x + width
    const gap = last ? x - last.end : Number.POSITIVE_INFINITY
    if (last && gap < 1.2 * Math.min(size, last.size)) {
      const isWord =
        gap > 0.25 * size && /[\x21-\x7e]$/.test(last.text) && /^[\x21-\x7e]/.test(text)
      last.text += (isWord ? ' ' : '') + text
      last.end = Math.max(last.end, end)
    } else found.push({ text, x, end, y, size })
  }
  return joinSpread(found)
}

/** In letters' heights: Chinese ones are as wide as high. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += letter > '\u2e7f' ? 1 : 0.6
  return width
}

/** 名　　　称 is one word, however far its letters stand apart. */
function joinSpread(segments: readonly Segment[]): Segment[] {
  return segments.reduce<Segment[]>((found, one) => {
    const last = found.at(-1)
    if (last?.text.trim() === '名' && /^\s*称/.test(one.text)) {
      last.text = `名${one.text.trimStart()}`
      last.end = one.end
    } else found.push({ ...one })
    return found
  }, [])
}
