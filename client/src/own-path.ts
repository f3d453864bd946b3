/**
 * Resolves an address of this site. Returns null for addresses of other sites, such as `//evil`, `/\evil` and `https:`.
 */
export function sameSitePath(wanted: string | null, origin: string): URL | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || hasControlCharacter(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  // `/a/..//evil` becomes `//evil` only after resolving.
  return url.origin !== origin || url.pathname.startsWith('//') ? null : url
}

/** URL parsers drop tabs and line breaks, so `/\t/evil` would become `//evil`. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((letter) => letter < ' ' || letter === '\u007f')
}
