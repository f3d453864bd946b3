import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** Thrown when an answer or a notification has no valid signature. */
export class SignatureFault extends Error {
  readonly kind: 'MISSING' | 'STALE' | 'UNKNOWN_KEY' | 'WRONG'
  constructor(kind: SignatureFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Facts of a key that staff compare with the merchant console. */
export interface CheckedKey {
  role: 'MERCHANT' | 'CHANNEL' | 'ROOT'
  /** Serial, key id or certificate number; may be empty. */
  id: string
  fingerprint: string
  /** null when the key does not expire. */
  until: Date | null
}

export interface ChannelProbe {
  answer: 'ANSWERED' | 'REFUSED' | 'UNABLE' | 'UNREACHABLE'
  code: string
  signature: 'VERIFIED' | SignatureFault['kind'] | null
  /** null when the channel sends no `Date` header. */
  skewSeconds: number | null
}

/** EXPIRES_SOON: within a month. EXPIRED: the merchant's key or all keys of the channel. */
export type ChannelKeyState = 'VALID' | 'EXPIRES_SOON' | 'EXPIRED'

/** The self-check is described in docs/payments.md. */
export interface ChannelCheck extends ChannelProbe {
  keys: CheckedKey[]
  keyState: ChannelKeyState
  clockOff: boolean
  ok: boolean
}

const soonMs = 30 * 86_400_000
/** Largest accepted clock difference, below the five minutes that WeChat and we allow. */
const mostSkewSeconds = 240

export function toChannelCheck(probe: ChannelProbe, keys: CheckedKey[], now: Date): ChannelCheck {
  const keyState = keyStateOf(keys, now)
  const clockOff = Math.abs(probe.skewSeconds ?? 0) > mostSkewSeconds
  const ok = probe.answer === 'ANSWERED' && probe.signature === 'VERIFIED' && keyState !== 'EXPIRED' && !clockOff
  return { ...probe, keys, keyState, clockOff, ok }
}

function keyStateOf(keys: readonly CheckedKey[], now: Date): ChannelKeyState {
  const isOver = ({ until }: CheckedKey, at: number) => until !== null && until.getTime() < at
  const ended = (role: CheckedKey['role'], at: number) => {
    const some = keys.filter((key) => key.role === role)
    return some.length > 0 && some.every((key) => isOver(key, at))
  }
  const roles = ['MERCHANT', 'CHANNEL', 'ROOT'] as const
  if (roles.some((role) => ended(role, now.getTime()))) return 'EXPIRED'
  return roles.some((role) => ended(role, now.getTime() + soonMs)) ? 'EXPIRES_SOON' : 'VALID'
}

/** @param key the private or the public key of a pair */
export function computeKeyFingerprint(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** The channel responded between `before` and `after`. */
export function measureClockSkewSeconds(response: Response, before: Date, after: Date): number | null {
  const said = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(said)) return null
  // The Date header has no fractions, so half a second is added on average.
  return Math.round(((before.getTime() + after.getTime()) / 2 - said - 500) / 1000)
}

export function createUnknownOrderNumber(): string {
  return `CHECK${Date.now()}`
}

export const unreachableProbe: ChannelProbe = {
  answer: 'UNREACHABLE',
  code: '',
  signature: null,
  skewSeconds: null,
}
