import type { MissingLetters, PrintedField } from '@ce/contract/waiting-words'
import { lettersBeyondFonts } from '../../platform/print/fonts.ts'
import type { Snapshot } from './snapshot.ts'

export type { MissingLetters } from '@ce/contract/waiting-words'

export type PrintedTexts = Pick<Snapshot, 'name' | 'employer' | 'entries' | 'issuer'>

/** What people have written of a proof; all else on it are words and figures of the portal. */
function fieldsOf({ name, employer, entries, issuer }: PrintedTexts) {
  const titles = entries.map(({ title }) => title).join('')
  return new Map<PrintedField, string>([
    ['NAME', name],
    ['EMPLOYER', employer],
    ['TITLE', titles],
    ['ISSUER', issuer],
  ])
}

export function printedTexts(printed: PrintedTexts): string[] {
  return [...fieldsOf(printed).values()]
}

/** Where on a proof some letters stand; empty: nowhere. */
export function missingLettersOf(
  printed: PrintedTexts,
  undrawn: ReadonlySet<string>,
): MissingLetters[] {
  return [...fieldsOf(printed)].flatMap(([field, text]) => {
    const letters = [...new Set(text)].filter((letter) => undrawn.has(letter)).join('')
    return letters ? [{ field, letters }] : []
  })
}

/** pictures, marks that only change a picture or join letters, private and unassigned codes: no font of letters draws them */
const noLetter =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}]/u

/**
 * A title or an employer as a proof says it: what the fonts lack and no letter is goes, or becomes what it stands for (㎎ → mg). A proof
 * that waited for a font with a smiling face would wait for ever.
 */
export function plainText(text: string): string {
  const beyond = new Set(lettersBeyondFonts(text))
  if (beyond.size === 0) return text
  return [...text]
    .map((letter) => {
      if (!beyond.has(letter)) return letter
      const plain = letter.normalize('NFKC')
      if (lettersBeyondFonts(plain).length === 0) return plain
      return noLetter.test(letter) ? '' : letter
    })
    .join('')
    .trim()
}

/** A sentence that is on no proof as it was signed, such as why it was revoked: 〓 stands for what cannot be printed, as printers have it. */
export function withStandIns(text: string, undrawn: ReadonlySet<string>): string {
  return [...plainText(text)].map((letter) => (undrawn.has(letter) ? '〓' : letter)).join('')
}
