/**
 * The text of a file: UTF-8 with or without a byte order mark, else GB18030, which holds GBK and GB 2312.
 * undefined when it is neither: a picture or a program under a wrong name.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decodeBy('utf-8', bytes) ?? decodeBy('gb18030', bytes)
  // no text has a NUL, and the database stores none
  if (text === undefined || text.includes('\0')) return undefined
  return text.replace(/\r\n?/g, '\n')
}

/** A file name in a ZIP that does not say its encoding: Windows in China writes GBK. */
export function decodeName(bytes: Uint8Array): string | undefined {
  return decodeBy('utf-8', bytes) ?? decodeBy('gb18030', bytes)
}

function decodeBy(encoding: 'utf-8' | 'gb18030', bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
