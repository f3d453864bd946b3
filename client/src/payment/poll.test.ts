import { describe, expect, it } from 'vitest'
import { nextAskIn, type PaymentStatus, secondsLeft, startPayment, stepPayment } from './poll.ts'

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
const start = startPayment('2026-12-01T02:00:00Z', at)

describe('payment poll', () => {
  it('asks at once, then every 3 s, calmer after five minutes, never after an end', () => {
    expect(nextAskIn(start, at)).toBe(0)
    const pending = { kind: 'answer', status: answer('PENDING'), at, asked: false } as const
    const known = stepPayment(start, pending)
    expect(nextAskIn(known, at + 1000)).toBe(3000)
    expect(nextAskIn(known, at + 301_000)).toBe(15_000)
    const paid = stepPayment(start, { kind: 'answer', status: answer('PAID'), at, asked: false })
    expect(paid.phase).toBe('paid')
    expect(nextAskIn(paid, at)).toBeNull()
  })

  it('counts down by the server clock, whatever the device thinks', () => {
    expect(secondsLeft(start, at)).toBeNull()
    const ahead = at + 3_600_000
    const state = stepPayment(start, {
      kind: 'answer',
      status: answer('PENDING'),
      at: ahead,
      asked: false,
    })
    expect(secondsLeft(state, ahead)).toBe(7190)
    expect(secondsLeft(state, ahead + 8_000_000)).toBe(0)
  })

  it('asks at once after sleep, and counts down no more before the answer', () => {
    const pending = { kind: 'answer', status: answer('PENDING'), at, asked: false } as const
    const woken = stepPayment(stepPayment(start, pending), { kind: 'woke', at: at + 5000 })
    expect(secondsLeft(woken, at + 5000)).toBeNull()
    expect(nextAskIn(woken, at + 5000)).toBe(0)
    // the steady clock has gone on for 5 s, the server's for 10 minutes and 5 s
    const status = answer('PENDING', { serverNow: '2026-12-01T00:10:15Z' })
    const told = stepPayment(woken, { kind: 'answer', status, at: at + 5000, asked: false })
    expect(secondsLeft(told, at + 5000)).toBe(7200 - 615)
  })

  it('an unanswered question ends nothing; the next answer clears it', () => {
    const offline = stepPayment(start, { kind: 'noAnswer' })
    expect(offline).toMatchObject({ phase: 'waiting', offline: true })
    expect(nextAskIn(offline, at)).toBe(3000)
    expect(
      stepPayment(offline, { kind: 'answer', status: answer('CLOSED'), at, asked: false }),
    ).toMatchObject({
      phase: 'closed',
      offline: false,
    })
  })

  it.each([
    ['closed', answer('CLOSED', { closeReason: 'EXPIRED' })],
    ['late', answer('CLOSED', { closeReason: 'REFUNDED_LATE' })],
    ['refunding', answer('REFUNDING')],
    ['refunded', answer('REFUNDED')],
  ])('ends %s, as it is: money on its way back is not back', (phase, status) => {
    const ended = stepPayment(start, { kind: 'answer', status, at, asked: false })
    expect(ended.phase).toBe(phase)
    expect(nextAskIn(ended, at)).toBeNull()
  })

  it('says not yet only to somebody who asked', () => {
    const step = (asked: boolean) =>
      stepPayment(start, { kind: 'answer', status: answer('PENDING'), at, asked })
    expect(step(false).notYet).toBe(false)
    expect(step(true).notYet).toBe(true)
    expect(
      stepPayment(step(true), { kind: 'answer', status: answer('REFUNDED'), at, asked: false }),
    ).toMatchObject({
      phase: 'refunded',
      notYet: false,
    })
  })
})
