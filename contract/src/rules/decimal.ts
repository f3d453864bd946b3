import { foldWidth } from './fold-text.ts'

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * Reads a plain decimal number, with full-width digits, too. For anything else, such as hexadecimal, exponents, blanks
 * and empty text, it returns NaN, unlike `Number()`.
 */
export function parseDecimal(text: string | null | undefined): number {
  const narrow = foldWidth(text ?? '')
  return plain.test(narrow) ? Number(narrow) : Number.NaN
}
