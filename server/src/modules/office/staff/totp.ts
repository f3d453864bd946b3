import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters of authenticator apps. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The issuer must not contain a colon, because a colon separates it from the account name. */
export function totpUrl(secret: string, username: string, issuer: string): string {
  return new TOTP({
    ...shape,
    issuer: issuer.replaceAll(':', '：'),
    label: username,
    secret: Secret.fromBase32(secret),
  }).toString()
}

/** Accepts a code one time step early or late. Returns null for a wrong code. */
export function findTotpStepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / shape.period) + delta
}
