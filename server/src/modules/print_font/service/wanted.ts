import type { Db } from '../../../platform/db/database.ts'
import { codePointOf, lettersBeyondFonts } from '../../../platform/print/fonts.ts'
import { listLetters, listRareNames, listUnprintable, listWaitedFor } from '../store.ts'

export interface WantedLetter {
  codePoint: number
  /** whose names have it */
  people: number
  /** proofs that wait for it */
  waiting: number
  /** proofs of before that cannot be printed for want of it */
  unprintable: number
  since: Date | null
}

/** Every letter that somebody's name or proof has and nothing draws, the most wanted first. */
export async function wantedLetters(db: Db): Promise<WantedLetter[]> {
  const [names, waitedFor, proofs] = [
    await listRareNames(db),
    await listWaitedFor(db),
    await listUnprintable(db),
  ]
  const wanted = new Map<number, WantedLetter>()
  const entryOf = (codePoint: number) => {
    const none = { codePoint, people: 0, waiting: 0, unprintable: 0, since: null }
    const entry = wanted.get(codePoint) ?? none
    wanted.set(codePoint, entry)
    return entry
  }
  for (const name of names)
    for (const letter of lettersBeyondFonts(name)) entryOf(codePointOf(letter)).people += 1
  for (const { snapshot } of proofs)
    for (const letter of lettersBeyondFonts(JSON.stringify(snapshot)))
      entryOf(codePointOf(letter)).unprintable += 1
  for (const { codePoint, waiting, since } of waitedFor)
    Object.assign(entryOf(codePoint), { waiting, since })
  const drawn = await listLetters(db, [...wanted.keys()])
  for (const { codePoint } of drawn) wanted.delete(codePoint)
  const rank = ({ waiting, unprintable, people }: WantedLetter) =>
    (waiting + unprintable) * 1_000_000 + people
  return [...wanted.values()].sort((a, b) => rank(b) - rank(a) || a.codePoint - b.codePoint)
}

/** The same as code points. */
export async function wantedCodePoints(db: Db): Promise<number[]> {
  return (await wantedLetters(db)).map(({ codePoint }) => codePoint)
}
