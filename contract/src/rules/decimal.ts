import { foldWidth } from './fold-text.ts'

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * A number in plain decimal notation; NaN for anything else. `Number()` also reads hexadecimal, exponents, blanks and nothing at all
 * as numbers, which no person who fills in a form or a sheet means. Full-width digits are digits.
 */
export function parseDecimal(text: string | null | undefined): number {
  const narrow = foldWidth(text ?? '')
  return plain.test(narrow) ? Number(narrow) : Number.NaN
}
