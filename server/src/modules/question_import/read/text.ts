/** Characters at a time; a thousandth of a file that is not what it says. */
const encodings = ['utf-8', 'gb18030'] as const

/**
 * The text of a file from whatever editor: UTF-8, UTF-16 with its mark, or what Chinese Windows writes (GB18030).
 * Null when it is none of them.
 */
export function decodedText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  if (bytes.includes(0)) return null
  for (const encoding of encodings) {
    const text = decoded(bytes, encoding)
    if (text !== null) return text
  }
  return null
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
