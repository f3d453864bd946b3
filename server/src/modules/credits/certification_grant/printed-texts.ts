import type { MissingGlyphs, PrintedField } from '@ce/contract/waiting-text'
import { listCharactersWithoutFont } from '../../../platform/print/fonts.ts'
import type { ProofSnapshot } from './snapshot.ts'

export type { MissingGlyphs } from '@ce/contract/waiting-text'

export type PrintedTexts = Pick<ProofSnapshot, 'name' | 'employer' | 'entries' | 'issuer'>

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

export function listFieldsWithMissingGlyphs(printed: PrintedTexts, undrawn: ReadonlySet<string>): MissingGlyphs[] {
  return [...fieldsOf(printed)].flatMap(([field, text]) => {
    const letters = [...new Set(text)].filter((letter) => undrawn.has(letter)).join('')
    return letters ? [{ field, letters }] : []
  })
}

/** Emoji, joiners, variation marks, private and unassigned code points have no outline in any text font. */
const noLetter =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}]/u

/** Replaces or removes characters that no font has, such as ㎎ by mg; otherwise the proof would wait for ever. */
export function toPrintableText(text: string): string {
  const beyond = new Set(listCharactersWithoutFont(text))
  if (beyond.size === 0) return text
  return [...text]
    .map((letter) => {
      if (!beyond.has(letter)) return letter
      const plain = letter.normalize('NFKC')
      if (listCharactersWithoutFont(plain).length === 0) return plain
      return noLetter.test(letter) ? '' : letter
    })
    .join('')
    .trim()
}

/** Prints 〓 for characters without a glyph, but only in unsigned text. */
export function replaceUnprintable(text: string, undrawn: ReadonlySet<string>): string {
  return [...toPrintableText(text)].map((letter) => (undrawn.has(letter) ? '〓' : letter)).join('')
}
