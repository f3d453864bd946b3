const ours = 'https://portal.invalid'
const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const publicFile = /^\/files\/public\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** what opens a closed file for the desk (platform/files/links.ts): good for minutes, so nothing of it is kept */
const deskQuery = /^\?s=[\w-]+&k=desk&e=\d+&t=[\w-]+$/

export interface Link {
  href: string
  external: boolean
}

/** Reads a link exactly as browsers do. Null for what may not be linked: unknown protocols, scripts, data. */
export function readLink(raw: string): Link | null {
  const text = raw.trim()
  if (/^#[^\s\\<>"']{1,200}$/.test(text)) return { href: text, external: false }
  const url = URL.parse(text, ours)
  if (!url || !protocols.has(url.protocol) || url.username || url.password) return null
  if (publicFile.test(url.pathname) && deskQuery.test(url.search)) url.search = ''
  if (url.origin === ours) {
    // only "/…" is at home everywhere; "list/news" would depend on the page that shows it, and "/..//x" becomes "//x"
    if (!text.startsWith('/') || url.pathname.startsWith('//')) return null
    return { href: url.pathname + url.search + url.hash, external: false }
  }
  return { href: url.href, external: url.protocol.startsWith('http') }
}

/** `/files/public/{id}` of an address of ours, whichever host name it was copied with; null for any other. */
export function publicFilePath(raw: string, origins: readonly string[] = []): string | null {
  const text = raw.trim()
  const url = URL.parse(text, ours)
  if (!url || url.hash || (url.search && !deskQuery.test(url.search))) return null
  const home = url.origin === ours ? text.startsWith('/') : origins.includes(url.origin)
  return home && publicFile.test(url.pathname) ? url.pathname : null
}
