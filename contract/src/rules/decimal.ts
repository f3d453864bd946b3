const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * A number in plain decimal notation; NaN for anything else. `Number()` also reads hexadecimal, exponents, blanks and nothing at all
 * as numbers, which no person who fills in a form or a sheet means.
 */
export function parseDecimal(text: string | null | undefined): number {
  return text != null && plain.test(text) ? Number(text) : Number.NaN
}
