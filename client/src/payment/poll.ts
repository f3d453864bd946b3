import type { ClientOutput } from '../call.ts'

export type PaymentStatus = Pick<
  ClientOutput<'GET /order/v1/query_status'>,
  'status' | 'closeReason' | 'channelFailed' | 'serverNow' | 'expireAt'
>

/**
 * All but `waiting` are final. `late`: money for a closed order is returned. `refunding`, `refunded`: the payment is,
 * or has been, returned.
 */
export type PaymentPhase = 'waiting' | 'paid' | 'closed' | 'late' | 'refunding' | 'refunded'

export interface PaymentState {
  phase: PaymentPhase
  offline: boolean
  /** The last query to the payment channel failed. The QR code stays usable. */
  channelFailed: boolean
  notYet: boolean
  /** Monotonic clock minus server time in milliseconds, or null before the first response. */
  clockAhead: number | null
  expireAt: number
  startedAt: number
}

export type PaymentEvent =
  | { kind: 'answer'; status: PaymentStatus; at: number; asked: boolean }
  | { kind: 'noAnswer' }
  /** The device slept, and the monotonic clock may have stopped. */
  | { kind: 'woke'; at: number }

/** @param at milliseconds of the monotonic clock */
export function initialPaymentState(expireAt: string, at: number): PaymentState {
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

/** Returns the next state of a payment. Only a response of the server ends the payment. */
export function stepPayment(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.kind === 'noAnswer') return { ...state, offline: true }
  if (event.kind === 'woke') return { ...state, offline: false, clockAhead: null, startedAt: event.at }
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

/** Returns milliseconds until the next poll, or null after the end (docs/rules/money.md#asking). */
export function nextPollDelay(state: PaymentState, at: number): number | null {
  if (state.phase !== 'waiting') return null
  if (state.clockAhead === null && !state.offline) return 0
  return at - state.startedAt < 5 * 60_000 ? 3000 : 15_000
}

/** Returns seconds, at least 0, or null while the server's time is unknown. */
export function paymentSecondsLeft(state: PaymentState, at: number): number | null {
  if (state.clockAhead === null) return null
  return Math.max(0, Math.ceil((state.expireAt - (at - state.clockAhead)) / 1000))
}
