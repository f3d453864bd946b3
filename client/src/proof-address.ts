/**
 * The way to a proof's page from the text of one of its two QRs: `/verify/{code}`, with or without `#…`, on this portal and no other. null: something else, which is
 * never opened.
 */
export function proofPath(text: string, origin: string): string | null {
  const url = parse(text.trim())
  if (!url || url.origin !== origin || url.search || url.username || url.password) return null
  const code = /^\/verify\/([0-9A-Z]{16})$/.exec(url.pathname)?.[1]
  // the large QR is the address alone, the 离线核验码 has the signed text behind it
  return code && /^(#[\w-]+\.[\w-]+\.[0-9a-f]{16})?$/.test(url.hash)
    ? `/verify/${code}${url.hash}`
    : null
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
