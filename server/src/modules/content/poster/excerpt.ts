import { foldWithPositions } from './search-words.ts'

export interface ExcerptPart {
  text: string
  hit: boolean
}

const lead = 30
const shown = 120

/**
 * Splits a text into parts that match one of the words and parts that match none. `words` must be folded for search.
 */
export function splitAtMatches(text: string, words: string[]): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let end = 0
  for (const [from, to] of matchesIn(text, words)) {
    if (from > end) parts.push({ text: text.slice(end, from), hit: false })
    parts.push({ text: text.slice(Math.max(from, end), to), hit: true })
    end = to
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false })
  return parts
}

/** Returns the text around the first match, or the start of the first text when there is no match. */
export function excerptAround(texts: string[], words: string[]): ExcerptPart[] {
  for (const text of texts) {
    const first = firstMatch(text, words)
    if (first !== null) return splitAtMatches(piece(text, first), words)
  }
  const [text = ''] = texts.filter((each) => each.trim())
  return splitAtMatches(piece(text, 0), words)
}

function piece(text: string, around: number): string {
  const from = Math.max(0, wholeFrom(text, around - lead))
  const to = wholeFrom(text, Math.min(text.length, from + shown))
  const words = text.slice(from, to).replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`
}

function wholeFrom(text: string, place: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place
}

function firstMatch(text: string, words: string[]): number | null {
  const { folded, at } = foldWithPositions(text)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0)
  return places.length > 0 ? at(Math.min(...places)) : null
}

function matchesIn(text: string, words: string[]): [from: number, to: number][] {
  const { folded, at } = foldWithPositions(text)
  const found: [number, number][] = []
  for (const word of words)
    for (let place = folded.indexOf(word); place >= 0; place = folded.indexOf(word, place + 1))
      found.push([at(place), at(place + word.length)])
  const joined: [number, number][] = []
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) joined.push([from, to])
  }
  return joined
}
