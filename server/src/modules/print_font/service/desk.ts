import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { describeLetter } from '../letters.ts'
import { countKeptBack, findFont, listCovered, listDrawn, listFonts } from '../store.ts'
import { wantedLetters } from './wanted.ts'

/** The letters that nothing draws yet, the most wanted first. */
export async function deskLetters({ db }: Deps) {
  const wanted = await wantedLetters(db)
  const codePoints = wanted.map(({ codePoint }) => codePoint)
  const covered = new Set(await listCovered(db, codePoints))
  return {
    list: wanted.map((letter) => ({
      ...letter,
      ...describeLetter(letter.codePoint),
      isComing: covered.has(letter.codePoint),
    })),
    proofs: await countKeptBack(db),
  }
}

export async function deskFonts({ db }: Deps) {
  return { list: await listFonts(db) }
}

/** A font with all that it has drawn. */
export async function deskFont({ db }: Deps, { id }: { id: string }) {
  const font = (await findFont(db, id)) ?? refuse('print_font.notFound')
  const letters = await listDrawn(db, id)
  return {
    ...font,
    letters: letters.map((letter) => ({ ...letter, ...describeLetter(letter.codePoint) })),
  }
}
