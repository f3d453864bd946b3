import { foldCompared } from '@ce/contract/fold-text'

/** what folding may change; the bulk of Chinese text it leaves alone */
const foldable = /[^\p{ASCII}\u3400-\u9fff\u3001\u3002]/gu

/** Text as search compares it: full and half width, upper and lower case, the codes of one letter are one; unseen marks are none. */
export function fold(text: string): string {
  return text.replace(foldable, foldCharacter).toLowerCase()
}

function foldCharacter(character: string): string {
  return foldCompared(character)
}

/** Folded text, and for each of its places the place in the original. */
export function foldWithPlaces(text: string): { folded: string; at: (place: number) => number } {
  const folded = fold(text)
  // unseen marks at the end belong to what stands before them
  const at = (place: number) => (place < folded.length ? placeBefore(text, place) : text.length)
  return { folded, at }
}

/** Only what folding makes longer or shorter moves the places after it. */
function placeBefore(text: string, place: number): number {
  let longer = 0
  for (const { 0: character, index } of text.matchAll(foldable)) {
    if (index + longer >= place) break
    const change = foldCharacter(character).length - character.length
    // within what one character became
    if (index + longer + character.length + change > place) return index
    longer += change
  }
  return place - longer
}

/** The words of a keyword, folded: all must occur. At most ten, each once. */
export function wordsOf(keyword: string): string[] {
  return [...new Set(fold(keyword).split(/\s+/).filter(Boolean))].slice(0, 10)
}
