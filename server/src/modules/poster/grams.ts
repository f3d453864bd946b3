/** characters of a text that search knows; nobody reads further, and the index must not grow without bound */
export const searchedLength = 200_000

/** Every character and every pair of neighbours in folded text; white space parts, as it parts words. */
export function gramsOf(folded: string): string[] {
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

/** What the grams of any text with this word must contain: its pairs, or itself when it is one character. */
export function gramsNeeded(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** The gram index alone proves words of one or two characters; a longer word's pairs might lie apart. */
export function needsReading(word: string): boolean {
  return [...word].length > 2
}
