import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { describeLetter } from '../letters.ts'
import {
  countBlockedProofs,
  findPrintFont,
  listCoveredCodePoints,
  listLettersOfFont,
  listPrintFonts,
} from '../store.ts'
import { listWantedLetters } from './letters.ts'

export async function deskLetters({ db }: Deps) {
  const wanted = await listWantedLetters(db)
  const codePoints = wanted.map(({ codePoint }) => codePoint)
  const covered = new Set(await listCoveredCodePoints(db, codePoints))
  return {
    list: wanted.map((letter) => ({
      ...letter,
      ...describeLetter(letter.codePoint),
      isComing: covered.has(letter.codePoint),
    })),
    proofs: await countBlockedProofs(db),
  }
}

export async function deskPrintFonts({ db }: Deps) {
  return { list: await listPrintFonts(db) }
}

export async function deskPrintFont({ db }: Deps, { id }: { id: string }) {
  const font = (await findPrintFont(db, id)) ?? refuse('print_font.notFound')
  const letters = await listLettersOfFont(db, id)
  return {
    ...font,
    letters: letters.map((letter) => ({ ...letter, ...describeLetter(letter.codePoint) })),
  }
}
