import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueForBudget, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { codePointOf, listCharactersWithoutFont } from '../../../../platform/print/fonts.ts'
import type { DrawnCharacters } from '../../../../platform/print/pdf-font.ts'
import { readUploadedFile } from '../../service/uploaded.ts'
import { codePointsOf } from '../letters.ts'
import {
  insertRenderedLetters,
  listAwaitedLetters,
  listCoveredCodePoints,
  listFontsWithLetters,
  listRareNames,
  listRenderedCharacters,
  listUnprintableProofTexts,
  lockPrintFont,
  removeCoveredCodePoints,
  setLettersUsed,
} from '../store.ts'
import { maxLettersPerRun, readFontInWorker } from './fonts.ts'

/** A character of a staff font is printable, because a job renders it within a minute. */
export async function findUnprintableLetters(db: Db, text: string): Promise<string> {
  return (await createUnprintableLetterFilter(db, [text]))(text)
}

export async function createUnprintableLetterFilter(
  db: Db,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const undrawn = [...(await listUnrenderedLetters(db, texts))]
  const covered = new Set(await listCoveredCodePoints(db, codePointsOf(undrawn)))
  const lacking = new Set(undrawn.filter((letter) => !covered.has(codePointOf(letter))))
  return (text) => [...new Set(text)].filter((letter) => lacking.has(letter)).join('')
}

/** Returns characters that cannot be printed at this moment. */
export async function listUnrenderedLetters(db: Db, texts: readonly string[]): Promise<Set<string>> {
  return without(texts, (codePoints) => listRenderedCharacters(db, codePoints))
}

/** Protects rendered characters from removal. Call it in the transaction that issues the proof. */
export async function reserveRenderedCharacters(tx: Tx, texts: readonly string[]): Promise<Set<string>> {
  return without(texts, async (codePoints) => {
    const there = await listRenderedCharacters(tx, codePoints)
    const unused = there.filter(({ usedAt }) => !usedAt).map(({ codePoint }) => codePoint)
    if (unused.length === 0) return there
    const kept = new Set(await setLettersUsed(tx, unused))
    return there.filter(({ codePoint, usedAt }) => usedAt !== null || kept.has(codePoint))
  })
}

async function without(
  texts: readonly string[],
  find: (codePoints: number[]) => Promise<{ codePoint: number }[]>,
): Promise<Set<string>> {
  const beyond = listCharactersWithoutFont(texts.join(''))
  if (beyond.length === 0) return new Set()
  const found = await find(codePointsOf(beyond))
  const there = new Set(found.map(({ codePoint }) => String.fromCodePoint(codePoint)))
  return new Set(beyond.filter((letter) => !there.has(letter)))
}

export async function loadRenderedLetters(db: Db, texts: readonly string[]): Promise<DrawnCharacters> {
  const found = await listRenderedCharacters(db, codePointsOf(listCharactersWithoutFont(texts.join(''))))
  return new Map(found.map(({ codePoint, ...letter }) => [codePoint, letter]))
}

/** This job renders characters of new names from existing fonts. */
export async function renderLetters(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'print_font.drawLetters'
  const asked = { codePoints: await listWantedCodePoints(deps.db), most: maxLettersPerRun }
  const { done } = await sweepItemsOneByOne(deps.db, {
    job,
    items: await listFontsWithLetters(deps.db, job, asked),
    subjectOf: ({ id }) => id,
    work: async ({ id, fileId, face, staffId, wanted }) => {
      const { content: source } = await readUploadedFile(deps, fileId, 'FONT', staffId)
      const { drawn, undrawn } = await readFontInWorker(id, source, { wanted, face })
      return inTransaction(deps.db, async (tx) => {
        const font = await lockPrintFont(tx, id)
        if (!font || font.removedAt) return false
        await insertRenderedLetters(tx, id, drawn)
        const useless = undrawn.map(({ codePoint }) => codePoint)
        await removeCoveredCodePoints(tx, id, useless)
        return true
      })
    },
    goesOn: continueForBudget(stopping),
  })
  return done
}

interface WantedLetter {
  codePoint: number
  people: number
  waiting: number
  unprintable: number
  since: Date | null
}

/** Lists the characters that most proofs want first. */
export async function listWantedLetters(db: Db): Promise<WantedLetter[]> {
  const [names, waitedFor, proofs] = [
    await listRareNames(db),
    await listAwaitedLetters(db),
    await listUnprintableProofTexts(db),
  ]
  const wanted = new Map<number, WantedLetter>()
  const entryOf = (codePoint: number) => {
    const none = { codePoint, people: 0, waiting: 0, unprintable: 0, since: null }
    const entry = wanted.get(codePoint) ?? none
    wanted.set(codePoint, entry)
    return entry
  }
  for (const name of names)
    for (const letter of listCharactersWithoutFont(name)) entryOf(codePointOf(letter)).people += 1
  for (const { snapshot } of proofs)
    for (const letter of listCharactersWithoutFont(JSON.stringify(snapshot)))
      entryOf(codePointOf(letter)).unprintable += 1
  for (const { codePoint, waiting, since } of waitedFor) Object.assign(entryOf(codePoint), { waiting, since })
  const drawn = await listRenderedCharacters(db, [...wanted.keys()])
  for (const { codePoint } of drawn) wanted.delete(codePoint)
  const rank = ({ waiting, unprintable, people }: WantedLetter) => (waiting + unprintable) * 1_000_000 + people
  return [...wanted.values()].sort((a, b) => rank(b) - rank(a) || a.codePoint - b.codePoint)
}

export async function listWantedCodePoints(db: Db): Promise<number[]> {
  return (await listWantedLetters(db)).map(({ codePoint }) => codePoint)
}
