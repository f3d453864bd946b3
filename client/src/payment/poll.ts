import type { Output } from '../call.ts'

/** What the reducer reads of it; an employer's order answers with as much. */
export type PaymentStatus = Pick<
  Output<'GET /order/v1/query_status'>,
  'status' | 'closeReason' | 'channelFailed' | 'serverNow' | 'expireAt'
>

/**
 * How far a payment is, as a page sees it; only waiting is no end. `late`: what was paid for an order that is closed goes back ·
 * `refunding`, `refunded`: so does, or is, what paid it.
 */
export type PaymentPhase = 'waiting' | 'paid' | 'closed' | 'late' | 'refunding' | 'refunded'

export interface PaymentState {
  phase: PaymentPhase
  /** the last question got no answer: the page says so and asks on */
  offline: boolean
  /** the channel refused the last try (wrong code, no funds); the QR may be tried again */
  channelFailed: boolean
  /** a person asked "我已支付" and the answer was: not yet */
  notYet: boolean
  /** this page's steady clock minus the server's time, ms: countdowns run by the server's clock. Null until its first answer */
  clockAhead: number | null
  expireAt: number
  startedAt: number
}

export type PaymentEvent =
  | { kind: 'answer'; status: PaymentStatus; at: number; asked: boolean }
  | { kind: 'noAnswer' }
  /** the device has slept, and the steady clock has perhaps stood still */
  | { kind: 'woke'; at: number }

/** @param at ms of the steady clock */
export function startPayment(expireAt: string, at: number): PaymentState {
  return {
    phase: 'waiting',
    offline: false,
    channelFailed: false,
    notYet: false,
    clockAhead: null,
    expireAt: Date.parse(expireAt),
    startedAt: at,
  }
}

/** The payment's one reducer; nothing but the server's answer ends it. */
export function stepPayment(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.kind === 'noAnswer') return { ...state, offline: true }
  // as at first: asked at once, and no countdown before the answer
  if (event.kind === 'woke')
    return { ...state, offline: false, clockAhead: null, startedAt: event.at }
  const { status, at, asked } = event
  const phase = phaseOf(status)
  return {
    ...state,
    phase,
    offline: false,
    channelFailed: status.channelFailed,
    notYet: phase === 'waiting' && (asked || state.notYet),
    clockAhead: at - Date.parse(status.serverNow),
    expireAt: Date.parse(status.expireAt),
  }
}

const phases = {
  PENDING: 'waiting',
  PAID: 'paid',
  CLOSED: 'closed',
  REFUNDING: 'refunding',
  REFUNDED: 'refunded',
} as const

function phaseOf({ status, closeReason }: PaymentStatus): PaymentPhase {
  return status === 'CLOSED' && closeReason === 'REFUNDED_LATE' ? 'late' : phases[status]
}

/** How long until the next question, ms: at once, every 3 s for five minutes (domain §4.1), then calmer; null: no more. */
export function nextAskIn(state: PaymentState, at: number): number | null {
  if (state.phase !== 'waiting') return null
  if (state.clockAhead === null && !state.offline) return 0
  return at - state.startedAt < 5 * 60_000 ? 3000 : 15_000
}

/** Seconds until the order closes, by the server's clock; never below 0. Null: it has not said what time it is. */
export function secondsLeft(state: PaymentState, at: number): number | null {
  if (state.clockAhead === null) return null
  return Math.max(0, Math.ceil((state.expireAt - (at - state.clockAhead)) / 1000))
}
