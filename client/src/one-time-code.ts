import { foldNumber } from '@ce/contract/fold-text'
import type { FieldRule } from '@ce/contract/person'

/** A field for a code of six digits. There is room for spaces that are pasted along; the form takes them out, and the rule counts. */
export const oneTimeCode = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 12,
} as const

/** What the contract wants of it, in the name of the code. */
export function sixDigits(what: string): FieldRule {
  return { pattern: /^\d{6}$/, msg: `${what}是 6 位数字`, fold: foldNumber }
}
