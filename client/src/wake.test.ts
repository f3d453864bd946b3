import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onWake, slept } from './wake.ts'

const before = { shown: 1_000_000, steady: 500_000 }

it('knows a device that slept from one that only showed something else', () => {
  expect(slept(before, { shown: 1_300_000, steady: 501_000 })).toBe(true)
  expect(slept(before, { shown: 1_300_000, steady: 800_000 })).toBe(false)
})

it('takes no clock that was set back for sleep', () => {
  expect(slept(before, { shown: 0, steady: 560_000 })).toBe(false)
})

describe('a page whose device sleeps', () => {
  const page = new EventTarget()
  const woke = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
    vi.stubGlobal('document', page)
    vi.stubGlobal('addEventListener', () => {})
    woke.mockClear()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Timers and the steady clock stand still, the clock on the screen goes on. */
  const sleep = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

  it('knows it within a second of waking, once, though nothing was hidden', () => {
    const stop = onWake(woke)
    vi.advanceTimersByTime(5000)
    sleep(10)
    vi.advanceTimersByTime(1000)
    expect(woke).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(woke).toHaveBeenCalledTimes(1)
    stop()
    sleep(10)
    vi.advanceTimersByTime(5000)
    expect(woke).toHaveBeenCalledTimes(1)
  })

  it('knows it at once when it is shown again, before any timer', () => {
    const stop = onWake(woke)
    sleep(10)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(woke).toHaveBeenCalledTimes(1)
    stop()
  })

  it('is not woken by a clock that keeps time', () => {
    const stop = onWake(woke)
    for (let minute = 0; minute < 60; minute += 1) vi.advanceTimersByTime(60_000)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(woke).not.toHaveBeenCalled()
    stop()
  })
})
