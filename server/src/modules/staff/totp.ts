import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app speaks it. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A new secret of 160 bits, base32 as people type it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR says to the app. The issuer may hold no colon: it parts the two in the label. */
export function totpUrl(secret: string, username: string, issuer: string): string {
  return new TOTP({
    ...shape,
    issuer: issuer.replaceAll(':', '：'),
    label: username,
    secret: Secret.fromBase32(secret),
  }).toString()
}

/** The 30-second step whose code this is, one step early or late allowed; null when it is none of them. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / shape.period) + delta
}
