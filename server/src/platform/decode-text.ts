/**
 * The text of a file from whatever editor: UTF-8 or UTF-16 with or without its mark, else GB18030, which holds GBK and GB 2312.
 * undefined when it is none of them: a picture or a program under a wrong name, or a file that was cut off.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decodeByMark(bytes) ?? (isCutOff(bytes) ? undefined : decodeName(bytes))
  // no text has a NUL, and the database stores none: every second byte of UTF-16 may be one
  const told = bytes.includes(0) && text?.includes('\0') !== false ? decodeUtf16(bytes) : text
  return told?.replace(/\r\n?/g, '\n')
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

/** UTF-8 without the end of its last letter: GB18030 would make other letters of all of it. */
function isCutOff(bytes: Uint8Array): boolean {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (decodeBy('utf-8', bytes) !== undefined) return false
  return hasMark || decodeBy('utf-8', bytes, { stream: true }) !== undefined
}

/** UTF-16 without its mark, by what most letters of a text are. */
function decodeUtf16(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 === 1) return undefined
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    const text = decodeBy(encoding, bytes)
    if (text === undefined || text.includes('\0')) continue
    const known = text.match(/[\s\x20-\x7e\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/g)?.length ?? 0
    if (known >= text.length * 0.9) return text
  }
  return undefined
}

function decodeBy(
  encoding: 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be',
  bytes: Uint8Array,
  options?: { stream: boolean },
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, options)
  } catch {
    return undefined
  }
}
