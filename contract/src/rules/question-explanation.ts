import { findLetterReferences } from './question-letters.ts'
import { optionLetterOf } from './question-options.ts'
import { foldQuestionText, type OptionReferenceContext } from './question-text.ts'

/**
 * Stored explanations write option letters of the question bank as {{A}}, because papers use other letters. Staff write
 * plain letters.
 */
const marker = /\{\{([A-J])\}\}/g

export function markOptionLetters(typed: string, context: OptionReferenceContext): string {
  const { plain, named } = withoutMarkers(typed, context)
  return withMarkers(plain, new Set([...named, ...lettersFound(plain, context)]))
}

/** Converts a stored explanation for editing; keeps {{A}} only where a plain letter would not be recognised. */
export function explanationForEditing(kept: string, context: OptionReferenceContext): string {
  const { plain, named } = withoutMarkers(kept, context)
  const found = new Set(lettersFound(plain, context))
  return withMarkers(plain, new Set([...named].filter((at) => !found.has(at))))
}

/** Replaces a reference to an option that no longer exists. */
export const removedOptionText = '（已删除的选项）'

/** Replaces option letters by those of a paper or a new order; null marks a removed option. The {{A}} form stays. */
export function replaceOptionLetters(
  kept: string,
  options: number,
  letterAt: (place: number) => string | null,
): string {
  return kept.replace(/(?:\{\{[A-J]\}\})+/g, (run) => {
    const letters = [...run.matchAll(marker)].map(([whole, letter = '']) => {
      const place = letter.charCodeAt(0) - 65
      if (place >= options) return whole
      const now = letterAt(place)
      return now === null ? removedOptionText : `{{${now}}}`
    })
    // Letters in a row such as ABD are sorted.
    return letters.toSorted().join('')
  })
}

export function explanationForReading(kept: string, options: number): string {
  return kept.replace(marker, (whole, letter: string) => (letter.charCodeAt(0) - 65 < options ? letter : whole))
}

function withoutMarkers(text: string, { options }: OptionReferenceContext) {
  const named = new Set<number>()
  let plain = ''
  let from = 0
  for (const found of text.matchAll(marker)) {
    const letter = found[1] ?? ''
    if (letter.charCodeAt(0) - 65 >= options.length) continue
    plain += text.slice(from, found.index)
    named.add(plain.length)
    plain += letter
    from = found.index + found[0].length
  }
  return { plain: plain + text.slice(from), named }
}

function withMarkers(plain: string, places: ReadonlySet<number>): string {
  let text = ''
  for (let at = 0; at < plain.length; at += 1)
    text += places.has(at) ? `{{${foldQuestionText(plain[at] ?? '').toUpperCase()}}}` : plain[at]
  return text
}

function lettersFound(plain: string, context: OptionReferenceContext): number[] {
  const folded = foldQuestionText(plain)
  return findLetterReferences(plain, { ...context, within: 'EXPLANATION' })
    .filter(({ sure }) => sure)
    .flatMap(({ start, end }) => {
      const letters = [...folded.slice(start, end).matchAll(/(?<![a-z])[A-Ja-j](?![a-z])/g)]
      return letters
        .filter(([letter]) => letter.toUpperCase() <= optionLetterOf(context.options.length - 1))
        .map(({ index }) => start + index)
    })
}
