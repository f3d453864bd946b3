import { describe, expect, it } from 'vitest'
import type { PaymentStatus } from './poll.ts'
import { initialPaymentState, nextPollDelay, paymentSecondsLeft, stepPayment } from './poll.ts'

const at = Date.parse('2026-12-01T00:00:00Z')
const answer = (status: PaymentStatus['status'], more: Partial<PaymentStatus> = {}) => ({
  orderNo: 'X',
  signId: 's',
  paidAt: null,
  closeReason: null,
  status,
  channelFailed: false,
  serverNow: '2026-12-01T00:00:10Z',
  expireAt: '2026-12-01T02:00:00Z',
  ...more,
})
const start = initialPaymentState('2026-12-01T02:00:00Z', at)

describe('payment poll', () => {
  it('the payment poll asks at once, every 3 s, slower after five minutes, and not after the end', () => {
    expect(nextPollDelay(start, at)).toBe(0)
    const pending = { kind: 'answer', status: answer('PENDING'), at, asked: false } as const
    const known = stepPayment(start, pending)
    expect(nextPollDelay(known, at + 1000)).toBe(3000)
    expect(nextPollDelay(known, at + 301_000)).toBe(15_000)
    const paid = stepPayment(start, { kind: 'answer', status: answer('PAID'), at, asked: false })
    expect(paid.phase).toBe('paid')
    expect(nextPollDelay(paid, at)).toBeNull()
  })

  it('the payment countdown follows the server’s clock', () => {
    expect(paymentSecondsLeft(start, at)).toBeNull()
    const ahead = at + 3_600_000
    const state = stepPayment(start, {
      kind: 'answer',
      status: answer('PENDING'),
      at: ahead,
      asked: false,
    })
    expect(paymentSecondsLeft(state, ahead)).toBe(7190)
    expect(paymentSecondsLeft(state, ahead + 8_000_000)).toBe(0)
  })

  it('after a sleep, the payment poll asks at once and stops the countdown until the response', () => {
    const pending = { kind: 'answer', status: answer('PENDING'), at, asked: false } as const
    const woken = stepPayment(stepPayment(start, pending), { kind: 'woke', at: at + 5000 })
    expect(paymentSecondsLeft(woken, at + 5000)).toBeNull()
    expect(nextPollDelay(woken, at + 5000)).toBe(0)
    const status = answer('PENDING', { serverNow: '2026-12-01T00:10:15Z' })
    const told = stepPayment(woken, { kind: 'answer', status, at: at + 5000, asked: false })
    expect(paymentSecondsLeft(told, at + 5000)).toBe(7200 - 615)
  })

  it('a payment query without a response does not end the payment, and the next response clears the problem', () => {
    const offline = stepPayment(start, { kind: 'noAnswer' })
    expect(offline).toMatchObject({ phase: 'waiting', offline: true })
    expect(nextPollDelay(offline, at)).toBe(3000)
    expect(stepPayment(offline, { kind: 'answer', status: answer('CLOSED'), at, asked: false })).toMatchObject({
      phase: 'closed',
      offline: false,
    })
  })

  it.each([
    ['closed', answer('CLOSED', { closeReason: 'EXPIRED' })],
    ['late', answer('CLOSED', { closeReason: 'REFUNDED_LATE' })],
    ['refunding', answer('REFUNDING')],
    ['refunded', answer('REFUNDED')],
  ])('a payment ends as %s, and money being returned differs from returned money', (phase, status) => {
    const ended = stepPayment(start, { kind: 'answer', status, at, asked: false })
    expect(ended.phase).toBe(phase)
    expect(nextPollDelay(ended, at)).toBeNull()
  })

  it('the note that an order is not paid yet appears only after the student asked', () => {
    const step = (asked: boolean) => stepPayment(start, { kind: 'answer', status: answer('PENDING'), at, asked })
    expect(step(false).notYet).toBe(false)
    expect(step(true).notYet).toBe(true)
    expect(stepPayment(step(true), { kind: 'answer', status: answer('REFUNDED'), at, asked: false })).toMatchObject({
      phase: 'refunded',
      notYet: false,
    })
  })
})
