import type { Db, Tx } from '../../../platform/db/database.ts'
import { codePointOf, lettersBeyondFonts } from '../../../platform/print/fonts.ts'
import type { Letters } from '../../../platform/print/pdf-font.ts'
import { codePointsOf } from '../letters.ts'
import { listCovered, listLetters, setUsed } from '../store.ts'

/**
 * The letters of a text that no print font has yet, each once, as they stand: whoever enters a name is told that its proof will wait. One
 * that a font of staff's has counts as printable: it is drawn within the minute.
 */
export async function unprintableLetters(db: Db, text: string): Promise<string> {
  return (await unprintableAmong(db, [text]))(text)
}

/** The same for each of many texts, by one question. */
export async function unprintableAmong(
  db: Db,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const undrawn = [...(await undrawnLetters(db, texts))]
  const covered = new Set(await listCovered(db, codePointsOf(undrawn)))
  const lacking = new Set(undrawn.filter((letter) => !covered.has(codePointOf(letter))))
  return (text) => [...new Set(text)].filter((letter) => lacking.has(letter)).join('')
}

/** The letters of these texts that cannot be printed now. */
export async function undrawnLetters(db: Db, texts: readonly string[]): Promise<Set<string>> {
  return without(texts, (codePoints) => listLetters(db, codePoints))
}

/**
 * The same for what is printed from now on: letters that are there stay as they are. In the transaction that issues it.
 */
export async function useLetters(tx: Tx, texts: readonly string[]): Promise<Set<string>> {
  return without(texts, async (codePoints) => {
    const there = await listLetters(tx, codePoints)
    const unused = there.filter(({ usedAt }) => !usedAt).map(({ codePoint }) => codePoint)
    if (unused.length === 0) return there
    const kept = new Set(await setUsed(tx, unused))
    return there.filter(({ codePoint, usedAt }) => usedAt !== null || kept.has(codePoint))
  })
}

async function without(
  texts: readonly string[],
  find: (codePoints: number[]) => Promise<{ codePoint: number }[]>,
): Promise<Set<string>> {
  const beyond = lettersBeyondFonts(texts.join(''))
  if (beyond.length === 0) return new Set()
  const found = await find(codePointsOf(beyond))
  const there = new Set(found.map(({ codePoint }) => String.fromCodePoint(codePoint)))
  return new Set(beyond.filter((letter) => !there.has(letter)))
}

/** How those letters of a text look that the portal's own fonts lack. */
export async function loadLetters(db: Db, texts: readonly string[]): Promise<Letters> {
  const found = await listLetters(db, codePointsOf(lettersBeyondFonts(texts.join(''))))
  return new Map(found.map(({ codePoint, ...letter }) => [codePoint, letter]))
}
