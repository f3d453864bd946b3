import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasDeviceSlept, onDeviceWake } from './device-wake.ts'

const before = { shown: 1_000_000, steady: 500_000 }

it('hasDeviceSlept is true for a device that slept, and false for a page that was only hidden', () => {
  expect(hasDeviceSlept(before, { shown: 1_300_000, steady: 501_000 })).toBe(true)
  expect(hasDeviceSlept(before, { shown: 1_300_000, steady: 800_000 })).toBe(false)
})

it('does not report a device clock that was set back as sleep', () => {
  expect(hasDeviceSlept(before, { shown: 0, steady: 560_000 })).toBe(false)
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

  /** During sleep only the device's clock continues. */
  const sleep = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

  it('detects sleep once, within a second of waking, even if the page was never hidden', () => {
    const stop = onDeviceWake(woke)
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

  it('detects sleep as soon as the page is shown again, before any timer', () => {
    const stop = onDeviceWake(woke)
    sleep(10)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(woke).toHaveBeenCalledTimes(1)
    stop()
  })

  it('onDeviceWake reports nothing while the wall clock and the steady clock agree', () => {
    const stop = onDeviceWake(woke)
    for (let minute = 0; minute < 60; minute += 1) vi.advanceTimersByTime(60_000)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(woke).not.toHaveBeenCalled()
    stop()
  })
})
