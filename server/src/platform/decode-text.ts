/**
 * The text of a file from whatever editor: UTF-8 with or without its mark, UTF-16 with it, else GB18030, which holds GBK and
 * GB 2312. undefined when it is none of them: a picture or a program under a wrong name.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decodeByMark(bytes) ?? decodeName(bytes)
  // no text has a NUL, and the database stores none
  if (text === undefined || text.includes('\0')) return undefined
  return text.replace(/\r\n?/g, '\n')
}

/** A file name in a ZIP that does not say its encoding: Windows in China writes GBK. */
export function decodeName(bytes: Uint8Array): string | undefined {
  return decodeBy('utf-8', bytes) ?? decodeBy('gb18030', bytes)
}

function decodeByMark(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeBy('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeBy('utf-16be', bytes)
  return undefined
}

function decodeBy(
  encoding: 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be',
  bytes: Uint8Array,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
