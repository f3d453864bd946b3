/** what folding may change; the bulk of Chinese text it leaves alone */
const foldable = /[^\p{ASCII}\u3400-\u9fff\u3001\u3002]/gu

/** Text as search compares it: full and half width, upper and lower case are one. */
export function fold(text: string): string {
  return text.replace(foldable, foldCharacter).toLowerCase()
}

function foldCharacter(character: string): string {
  return character.normalize('NFKC').toLowerCase()
}

/** Folded text, and for each of its places the place in the original. */
export function foldWithPlaces(text: string): { folded: string; at: (place: number) => number } {
  const folded = fold(text)
  let shifted = false
  for (const [character] of text.matchAll(foldable))
    if (foldCharacter(character).length !== character.length) {
      shifted = true
      break
    }
  if (!shifted) return { folded, at: (place) => place }
  const places: number[] = []
  let original = 0
  for (const character of text) {
    for (let rest = fold(character).length; rest > 0; rest -= 1) places.push(original)
    original += character.length
  }
  return { folded, at: (place) => places[place] ?? text.length }
}

/** The words of a keyword, folded: all must occur. At most ten, each once. */
export function wordsOf(keyword: string): string[] {
  return [...new Set(fold(keyword).split(/\s+/).filter(Boolean))].slice(0, 10)
}
