import { hash, randomBytes } from 'node:crypto'

/** An opaque token of 256 bits: shown to its owner once, kept only as its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token; hex where it names a session. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The token of an Authorization header, bare or after `Bearer `; null when there is none that could be ours. */
export function tokenOf(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token && token.length <= 200 ? token : null
}
