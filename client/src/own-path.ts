/**
 * A path of this very site out of an address's query, to go on to after signing in; null for anything else.
 * `//evil`, `/\evil` and `https:` are not.
 */
export function ownPath(wanted: string | null, origin: string): URL | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || hasControlCharacter(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // `/a/..//evil` only becomes `//evil` once it is resolved
  return url.origin !== origin || url.pathname.startsWith('//') ? null : url
}

/** URL parsers drop tabs and line breaks, so `/\t/evil` would turn into `//evil`. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((letter) => letter < ' ' || letter === '\u007f')
}
