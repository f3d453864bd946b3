/** Decodes UTF-8, UTF-16 or GB18030; undefined for other content. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decodeByMark(bytes) ?? (isCutOff(bytes) ? undefined : decodeZipEntryName(bytes))
  /**
   * A text with NUL is read as UTF-16, where most Latin letters have a zero byte. NUL itself cannot be stored in the
   * database.
   */
  const told = bytes.includes(0) && text?.includes('\0') !== false ? decodeUtf16(bytes) : text
  return told?.replace(/\r\n?/g, '\n')
}

/** Decodes UTF-8 or else GB18030, because Windows in China writes file names in GBK. */
export function decodeZipEntryName(bytes: Uint8Array): string | undefined {
  return decodeBy('utf-8', bytes) ?? decodeBy('gb18030', bytes)
}

function decodeByMark(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeBy('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeBy('utf-16be', bytes)
  return undefined
}

/** True for a truncated UTF-8 file, whose text GB18030 would misread. */
function isCutOff(bytes: Uint8Array): boolean {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (decodeBy('utf-8', bytes) !== undefined) return false
  return hasMark || decodeBy('utf-8', bytes, { stream: true }) !== undefined
}

/** In UTF-16 text, at least 90 % of the characters must be common ones. */
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
