import { decodeText } from '../../platform/decode-text.ts'

/** True of a beginning that is text and no program, picture or archive: UTF-8 or GB 18030, without control bytes. */
export function looksLikeText(beginning: Buffer): boolean {
  const control = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f
  return beginning.length > 0 && !beginning.some(control)
}

/** Whether a file begins as an XML does, in whatever encoding; a page of HTML is none. */
export function isXml(file: Buffer): boolean {
  const beginning = (decodeText(file) ?? '').slice(0, 2000)
  return /^\ufeff?\s*<(?:\?xml\s|(?!!doctype html|html|!)[\w:])/i.test(beginning)
}
