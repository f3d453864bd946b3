import { encodeQR } from 'qr'

/** Error correction levels, from least to most. */
const corrections = ['low', 'medium', 'quartile', 'high'] as const

/**
 * Returns the QR code's modules row by row; true is dark. Uses the smallest size that holds the text, and the most
 * error correction for that size. A long text starts with the least correction, because its modules are small already.
 */
export function computeQrModules(text: string): boolean[][] {
  const [least, ...more] = corrections.slice(text.length > 100 ? 0 : 1)
  let modules = encode(text, least)
  for (const correction of more) {
    const larger = encode(text, correction)
    if (larger.length > modules.length) break
    modules = larger
  }
  return modules
}

/** The library draws a light border of at least one module, which is removed here. */
function encode(text: string, ecc: (typeof corrections)[number] | undefined): boolean[][] {
  return encodeQR(text, 'raw', { ecc, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
}
