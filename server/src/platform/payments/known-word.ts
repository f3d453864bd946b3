import { z } from 'zod'

/** A state the channel invents later is not taken for another: the call fails, and is asked again. */
export function knownWord<Meaning extends string>(words: Readonly<Record<string, Meaning>>) {
  return z.string().transform((word, context) => {
    const meaning = Object.hasOwn(words, word) ? words[word] : undefined
    if (meaning) return meaning
    context.addIssue({ code: 'custom', message: `unknown state ${word}` })
    return z.NEVER
  })
}
