/** True of a beginning that is text and no program, picture or archive: UTF-8 or GB 18030, without control bytes. */
export function looksLikeText(beginning: Buffer): boolean {
  const control = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f
  return beginning.length > 0 && !beginning.some(control)
}
