import { hash, randomBytes } from 'node:crypto'

/** A token is shown once; only its hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Token hashes are written in hex where they name a session. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** null when the header holds no token of our form. */
export function readToken(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token && token.length <= 200 ? token : null
}
