import { foldSpelling } from '@ce/contract/fold-text'

/** A text drawn at once, with position and size. The origin is the top left of the page. */
export interface TextRun {
  text: string
  x: number
  y: number
  size: number
  width: number
}

export interface TextSegment {
  text: string
  x: number
  end: number
  y: number
  size: number
}

/** A vertical label beside a box, such as 购买方. */
export interface VerticalLabel {
  text: string
  x: number
  /** Base lines of the first and the last character. */
  top: number
  bottom: number
}

/** Lines from top to bottom, each split into segments, and the vertical labels. */
export interface PageText {
  lines: TextSegment[][]
  sideWords: VerticalLabel[]
}

const mostLetters = 30_000

const sideLetters = /^[购买方信息销售密码区备注]$/

export function toPageText(pieces: readonly TextRun[]): PageText {
  const letters = distinct(lettersOf(pieces))
  const downwards = lettersInColumns(letters)
  const level = letters.filter((piece) => !downwards.has(piece))
  return { lines: linesOf(level), sideWords: sideWordsOf([...downwards]) }
}

function linesOf(letters: readonly TextRun[]): TextSegment[][] {
  const lines: TextRun[][] = []
  for (const piece of letters.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    const [first] = line ?? []
    const isBeside = first && piece.y - first.y <= 0.5 * Math.min(first.size, piece.size)
    if (line && isBeside) line.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) => segmentsOf(line.toSorted((one, other) => one.x - other.x)))
}

/** Splits runs into characters without blanks, because a run does not say where each character stands. */
function lettersOf(pieces: readonly TextRun[]): TextRun[] {
  const letters: TextRun[] = []
  for (const { text, x, width, ...piece } of pieces) {
    const step = width / Math.max(widthOf(text), 0.1)
    let at = x
    for (const letter of text) {
      const wide = widthOf(letter)
      const own = Math.min(step, 1.15 * piece.size) * wide
      if (!/[\s\p{Cc}\p{Cf}]/u.test(letter)) letters.push({ ...piece, text: letter, x: at, width: own })
      at += step * wide
    }
    if (letters.length > mostLetters) return letters.slice(0, mostLetters)
  }
  return letters
}

/** Some programs draw characters twice to look bold, so duplicates are dropped. */
function distinct(letters: readonly TextRun[]): TextRun[] {
  const seen = new Map<string, TextRun[]>()
  return letters.filter((one) => {
    const place = `${one.text}${Math.round(one.y / one.size)}`
    const same = seen.get(place) ?? []
    const near = one.size * 0.15
    if (same.some(({ x, y }) => Math.abs(x - one.x) < near && Math.abs(y - one.y) < near)) return false
    same.push(one)
    seen.set(place, same)
    return true
  })
}

function lettersInColumns(letters: readonly TextRun[]): ReadonlySet<TextRun> {
  const candidates = letters.filter(({ text }) => sideLetters.test(foldSpelling(text)))
  const isAlone = (one: TextRun) =>
    !letters.some((other) => {
      if (other === one || Math.abs(other.y - one.y) > 0.3 * one.size) return false
      return other.x < one.x + one.width + 0.4 * one.size && other.x + other.width > one.x - 0.4 * one.size
    })
  const alone = candidates.slice(0, 500).filter(isAlone)
  const isBelowOrAbove = (one: TextRun, other: TextRun) => {
    const height = Math.abs(one.y - other.y)
    const isNear = height > 0.8 * one.size && height < 4 * one.size
    return isNear && Math.abs(one.x - other.x) < 0.3 * one.size
  }
  return new Set(alone.filter((one) => alone.some((other) => isBelowOrAbove(one, other))))
}

function sideWordsOf(letters: readonly TextRun[]): VerticalLabel[] {
  const words: VerticalLabel[] = []
  for (const { text, x, y, size } of letters.toSorted((one, other) => one.y - other.y)) {
    const above = words.find((one) => Math.abs(one.x - x) < 0.3 * size && y - one.bottom < 4 * size)
    if (above) Object.assign(above, { text: above.text + foldSpelling(text), bottom: y })
    else words.push({ text: foldSpelling(text), x, top: y, bottom: y })
  }
  return words
}

function segmentsOf(line: readonly TextRun[]): TextSegment[] {
  const found: TextSegment[] = []
  for (const { text, x, y, size, width } of line) {
    const last = found.at(-1)
    const end = x + width
    const gap = last ? x - last.end : Number.POSITIVE_INFINITY
    if (last && gap < 1.2 * Math.min(size, last.size)) {
      const isWord = gap > 0.25 * size && /[\x21-\x7e]$/.test(last.text) && /^[\x21-\x7e]/.test(text)
      last.text += (isWord ? ' ' : '') + text
      last.end = Math.max(last.end, end)
    } else found.push({ text, x, end, y, size })
  }
  return joinSpread(found)
}

function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += letter > '\u2e7f' ? 1 : 0.6
  return width
}

/** Joins labels with wide spaces, such as 名　　　称. */
function joinSpread(segments: readonly TextSegment[]): TextSegment[] {
  return segments.reduce<TextSegment[]>((found, one) => {
    const last = found.at(-1)
    if (last?.text.trim() === '名' && /^\s*称/.test(one.text)) {
      last.text = `名${one.text.trimStart()}`
      last.end = one.end
    } else found.push({ ...one })
    return found
  }, [])
}
