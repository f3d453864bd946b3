/** The Sørensen–Dice coefficient of character pairs, from 0 to 1. */
export function textSimilarityOf(one: string, other: string): number {
  const pairs = pairsOf(one)
  const others = pairsOf(other)
  const all = pairs.length + others.length
  if (all === 0) return one === other ? 1 : 0
  const left = new Map<string, number>()
  for (const pair of pairs) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of others) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    shared += 1
    left.set(pair, count - 1)
  }
  return (2 * shared) / all
}

function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Questions whose stems have a higher similarity are shown as similar. */
export const similarStemThreshold = 0.6

const pieceLength = 4

/** Splits a folded stem into trigrams; two similar stems very probably share one. */
export function trigramsOf(key: string): string[] {
  const characters = [...key]
  if (characters.length <= pieceLength) return [key]
  const pieces: string[] = []
  for (let at = 0; at + pieceLength <= characters.length && pieces.length < 40; at += pieceLength)
    pieces.push(characters.slice(at, at + pieceLength).join(''))
  return pieces
}
