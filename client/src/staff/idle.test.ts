import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestStorage } from '../../test/storage.ts'
import { beginStaffSession, endStaffSession, type StaffMe } from '../staff-session.ts'
import { nextIdleStep, watchIdleTime } from './idle.ts'

const minutes = (count: number) => count * 60_000

it.each([
  ['work just now, told just now', { now: 10, activeAt: 10, calledAt: 10 }, 'rest'],
  ['work, but the server has not heard for 5', { now: 6, activeAt: 5.5, calledAt: 1 }, 'renew'],
  ['no work since the server heard', { now: 20, activeAt: 1, calledAt: 1 }, 'rest'],
  ['28 minutes without work', { now: 28, activeAt: 0, calledAt: 3 }, 'warn'],
  ['30 minutes, as when a lid was closed', { now: 300, activeAt: 0, calledAt: 3 }, 'leave'],
] as const)('%s', (_, { now, activeAt, calledAt }, step) => {
  const clocks = { now: minutes(now), activeAt: minutes(activeAt), calledAt: minutes(calledAt) }
  expect(nextIdleStep({ ...clocks, limit: minutes(30) })).toBe(step)
})

it('the idle time uses the given limit', () => {
  const at = (now: number) => nextIdleStep({ now: minutes(now), activeAt: 0, calledAt: 0, limit: minutes(10) })
  expect([7, 8, 9, 10].map(at)).toEqual(['rest', 'warn', 'warn', 'leave'])
})

describe('console whose device clock jumps', () => {
  const say = vi.fn()
  const leave = vi.fn()
  const fetched = vi.fn(async (_path: string) => new Response('{}', { status: 502 }))
  let stop = () => {}

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
    vi.stubGlobal('localStorage', createTestStorage())
    vi.stubGlobal('document', new EventTarget())
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
    vi.stubGlobal('fetch', fetched)
    const me = { id: 'staff', permissions: [], idleSeconds: 1800 } as Partial<StaffMe> as StaffMe
    beginStaffSession({ token: 'token', me })
    for (const mock of [say, leave, fetched]) mock.mockClear()
    stop = watchIdleTime(say, leave)
  })
  afterEach(() => {
    stop()
    endStaffSession()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const jump = (hours: number) => vi.setSystemTime(Date.now() + minutes(hours * 60))

  it.each([24, -24])('a clock jump of %i hours neither signs out nor warns', (hours) => {
    vi.advanceTimersByTime(minutes(1))
    jump(hours)
    vi.advanceTimersByTime(minutes(1))
    expect(leave).not.toHaveBeenCalled()
    expect(say.mock.calls.every(([left]) => left === null)).toBe(true)
    vi.advanceTimersByTime(minutes(26))
    expect(say).toHaveBeenLastCalledWith(minutes(2))
    vi.advanceTimersByTime(minutes(2))
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('after sleep the server is asked whether the session is still valid', () => {
    vi.advanceTimersByTime(minutes(1))
    expect(fetched).not.toHaveBeenCalled()
    jump(2)
    vi.advanceTimersByTime(1000)
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/staff/staff/v1/me'])
  })
})
