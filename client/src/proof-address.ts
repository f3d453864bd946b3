/** Reads the page path from a proof's QR code: `/verify/{code}`. null for anything else, which must never be opened. */
export function proofPathFromQr(text: string, origin: string): string | null {
  const url = parse(text.trim())
  if (!url || url.origin !== origin || url.search || url.username || url.password) return null
  const code = /^\/verify\/([0-9A-Z]{16})$/.exec(url.pathname)?.[1]
  // Only the offline QR code (离线核验码) has the signed text after `#`.
  return code && /^(#[\w-]+\.[\w-]+\.[0-9a-f]{16})?$/.test(url.hash) ? `/verify/${code}${url.hash}` : null
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
