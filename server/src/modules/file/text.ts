/** The text of a WebVTT file (UTF-8, the header, a cue that can be shown), or null. */
export function captionsText(file: Buffer): string | null {
  const text = utf8(file)
  if (text === null || !/^WEBVTT(?:[ \t][^\r\n]*)?(?:\r?\n|\r|$)/.test(text)) return null
  const lines = text.split(/\r\n|\r|\n/)
  const cues = lines.filter((line) => line.includes('-->'))
  return cues.length > 0 && cues.every((line) => timing.test(line)) ? text : null
}

const at = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`
const timing = new RegExp(String.raw`^[ \t]*${at}[ \t]+-->[ \t]+${at}(?:[ \t].*)?$`)

/** True of a beginning that is text and no program, picture or archive: UTF-8 or GB 18030, without control bytes. */
export function looksLikeText(beginning: Buffer): boolean {
  const control = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f
  return beginning.length > 0 && !beginning.some(control)
}

/** Decoded without its byte order mark; null when it is no UTF-8 or has a NUL. */
export function utf8(file: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
