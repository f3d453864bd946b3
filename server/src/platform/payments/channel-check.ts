import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** Why an answer or a notification is not believed. */
export class SignatureFault extends Error {
  readonly kind: 'MISSING' | 'STALE' | 'UNKNOWN_KEY' | 'WRONG'
  constructor(kind: SignatureFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A key of ours or of the channel's, as staff compare it with the merchant console: nothing of it is secret. */
export interface CheckedKey {
  role: 'MERCHANT' | 'CHANNEL' | 'ROOT'
  /** serial, key id or certificate number; empty: it has none */
  id: string
  /** SHA-256 of the public key (SPKI) */
  fingerprint: string
  /** null: it does not end */
  until: Date | null
}

/** What came of one harmless question: an order that does not exist. */
export interface Probe {
  answer: 'ANSWERED' | 'REFUSED' | 'UNABLE' | 'UNREACHABLE'
  /** in the channel's own words: ORDER_NOT_EXIST … */
  code: string
  /** null: there was no answer to look at */
  signature: 'VERIFIED' | SignatureFault['kind'] | null
  /** how far our clock is ahead of the channel's `Date`; null: it said none */
  skewSeconds: number | null
}

/** What is wrong with the keys: nothing · one ends within a month · the merchant's or every one of the channel's has ended. */
export type KeyState = 'VALID' | 'EXPIRES_SOON' | 'EXPIRED'

/** What a self-check found (docs/payments.md). */
export interface ChannelCheck extends Probe {
  keys: CheckedKey[]
  keyState: KeyState
  /** more than this apart, the channel refuses us, or we refuse it */
  clockOff: boolean
  /** whether orders can be placed and told of */
  ok: boolean
}

const soonMs = 30 * 86_400_000
/** WeChat allows five minutes, and so do we */
const mostSkewSeconds = 240

export function checkOf(probe: Probe, keys: CheckedKey[], now: Date): ChannelCheck {
  const keyState = keyStateOf(keys, now)
  const clockOff = Math.abs(probe.skewSeconds ?? 0) > mostSkewSeconds
  const ok =
    probe.answer === 'ANSWERED' &&
    probe.signature === 'VERIFIED' &&
    keyState !== 'EXPIRED' &&
    !clockOff
  return { ...probe, keys, keyState, clockOff, ok }
}

function keyStateOf(keys: readonly CheckedKey[], now: Date): KeyState {
  const isOver = ({ until }: CheckedKey, at: number) => until !== null && until.getTime() < at
  const ended = (role: CheckedKey['role'], at: number) => {
    const some = keys.filter((key) => key.role === role)
    return some.length > 0 && some.every((key) => isOver(key, at))
  }
  const roles = ['MERCHANT', 'CHANNEL', 'ROOT'] as const
  if (roles.some((role) => ended(role, now.getTime()))) return 'EXPIRED'
  return roles.some((role) => ended(role, now.getTime() + soonMs)) ? 'EXPIRES_SOON' : 'VALID'
}

/** @param key either half of a pair */
export function fingerprintOf(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** How far we are ahead, asked around the moment in which the channel answered. */
export function skewOf(response: Response, before: Date, after: Date): number | null {
  const said = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(said)) return null
  // the header has no parts of a second
  return Math.round(((before.getTime() + after.getTime()) / 2 - said - 500) / 1000)
}

/** A number no order has. */
export function numberOfNobody(): string {
  return `CHECK${Date.now()}`
}

/** What came of a question that brought no answer at all. */
export const unreachable: Probe = {
  answer: 'UNREACHABLE',
  code: '',
  signature: null,
  skewSeconds: null,
}
