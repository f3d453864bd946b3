import { foldForComparison } from '@ce/contract/fold-text'

/** Only this many characters are indexed, to limit the size of the index. */
export const maxSearchedLength = 200_000

/** Most Chinese text needs no folding, so skip it for speed. */
const foldable = /[^\p{ASCII}\u3400-\u9fff\u3001\u3002]/gu

/** Unifies width, case and variant characters for searching. */
export function foldForSearch(text: string): string {
  return text.replace(foldable, foldCharacter).toLowerCase()
}

function foldCharacter(character: string): string {
  return foldForComparison(character)
}

/** `at` returns the position in the original text for a position in the folded text. */
export function foldWithPositions(text: string): { folded: string; at: (place: number) => number } {
  const folded = foldForSearch(text)
  const at = (place: number) => (place < folded.length ? placeBefore(text, place) : text.length)
  return { folded, at }
}

/**
 * Returns the position in the original text for a position in the folded text; they differ only after characters whose
 * folded form has another length.
 */
function placeBefore(text: string, place: number): number {
  let longer = 0
  for (const { 0: character, index } of text.matchAll(foldable)) {
    if (index + longer >= place) break
    const change = foldCharacter(character).length - character.length
    if (index + longer + character.length + change > place) return index
    longer += change
  }
  return place - longer
}

/** Returns at most ten distinct folded words. */
export function searchWordsOf(keyword: string): string[] {
  return [...new Set(foldForSearch(keyword).split(/\s+/).filter(Boolean))].slice(0, 10)
}

export function searchGramsOf(folded: string): string[] {
  const grams = new Set<string>()
  let before = ''
  for (const character of folded) {
    if (/\s/.test(character)) {
      before = ''
      continue
    }
    grams.add(character)
    if (before) grams.add(before + character)
    before = character
  }
  return [...grams]
}

/** Returns the pairs of neighbouring characters of the word, or the word itself if it has one character. */
export function requiredSearchGrams(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/**
 * True for a word of three or more characters: a text may contain all its character pairs but not the word, so the text
 * itself must be checked.
 */
export function needsTextCheck(word: string): boolean {
  return [...word].length > 2
}
