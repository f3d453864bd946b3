import { foldNumber } from '@ce/contract/fold-text'
import type { FieldRule } from '@ce/contract/person'

/** The field has room for pasted spaces, which the form removes. */
export const oneTimeCode = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 12,
} as const

export function sixDigitRule(what: string): FieldRule {
  return { pattern: /^\d{6}$/, msg: `${what}是 6 位数字`, fold: foldNumber }
}
