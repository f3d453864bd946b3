import { letterReferences } from './question-letters.ts'
import { letterOf } from './question-options.ts'
import { foldText, type ReferenceContext } from './question-text.ts'

/**
 * An explanation is kept with {{A}} where it names the option that is A in the bank. Who reads it gets the letter that the option has on
 * their paper. Staff write letters as they always did; where a letter is not recognised, they may write {{A}} themselves.
 */
const marker = /\{\{([A-J])\}\}/g

/** What was typed, as it is kept. */
export function keepExplanation(typed: string, context: ReferenceContext): string {
  const { plain, named } = withoutMarkers(typed, context)
  return withMarkers(plain, new Set([...named, ...lettersFound(plain, context)]))
}

/** What is kept, as staff edit it: in letters, and {{A}} only where the letter alone would not be recognised again. */
export function typedExplanation(kept: string, context: ReferenceContext): string {
  const { plain, named } = withoutMarkers(kept, context)
  const found = new Set(lettersFound(plain, context))
  return withMarkers(plain, new Set([...named].filter((at) => !found.has(at))))
}

/** stands where an explanation named an option that is not there any more */
export const removedOption = '（已删除的选项）'

/**
 * The same with other letters for the options: by their places on a paper, or after they were moved; null: it is gone. Still with its
 * markers.
 */
export function reletterExplanation(
  kept: string,
  options: number,
  letterAt: (place: number) => string | null,
): string {
  return kept.replace(/(?:\{\{[A-J]\}\})+/g, (run) => {
    const letters = [...run.matchAll(marker)].map(([whole, letter = '']) => {
      const place = letter.charCodeAt(0) - 65
      if (place >= options) return whole
      const now = letterAt(place)
      return now === null ? removedOption : `{{${now}}}`
    })
    // 选 ABD: letters in a row are read in their order
    return letters.toSorted().join('')
  })
}

/** For who reads it: the letters alone. */
export function plainExplanation(kept: string, options: number): string {
  return kept.replace(marker, (whole, letter: string) =>
    letter.charCodeAt(0) - 65 < options ? letter : whole,
  )
}

/** The text with letters for markers, and where those stand. */
function withoutMarkers(text: string, { options }: ReferenceContext) {
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
    text += places.has(at) ? `{{${foldText(plain[at] ?? '').toUpperCase()}}}` : plain[at]
  return text
}

/** Where the letters stand that surely name options of the question. */
function lettersFound(plain: string, context: ReferenceContext): number[] {
  const folded = foldText(plain)
  return letterReferences(plain, { ...context, within: 'EXPLANATION' })
    .filter(({ sure }) => sure)
    .flatMap(({ start, end }) => {
      const letters = [...folded.slice(start, end).matchAll(/(?<![a-z])[A-Ja-j](?![a-z])/g)]
      return letters
        .filter(([letter]) => letter.toUpperCase() <= letterOf(context.options.length - 1))
        .map(({ index }) => start + index)
    })
}
