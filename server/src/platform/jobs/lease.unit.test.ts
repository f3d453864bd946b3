import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LeaseLostError, leaseSeconds, runWithLease } from './lease.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a run that ends when it is told to, or when its lease is lost. */
function startRun(renew: () => Promise<boolean>) {
  const state = { begun: false, lostAfter: Number.NaN }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const began = performance.now()
  const run = runWithLease(renew, (lost) => {
    state.begun = true
    lost.addEventListener('abort', () => {
      state.lostAfter = (performance.now() - began) / 1000
      reject(lost.reason)
    })
    return promise
  })
  return { state, run, end: resolve }
}

it('a run keeps its lease for hours while it can be renewed', async () => {
  const renew = vi.fn(async () => true)
  const { state, run, end } = startRun(renew)
  await vi.advanceTimersByTimeAsync(2 * 3600_000)
  expect(state).toEqual({ begun: true, lostAfter: Number.NaN })
  expect(renew).toHaveBeenCalledTimes(1 + 720)
  end()
  await run
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renew).toHaveBeenCalledTimes(1 + 720)
})

it('a run is aborted when a renewal says that the lease is lost', async () => {
  let isHeld = true
  const { state, run } = startRun(async () => isHeld)
  const failed = expect(run).rejects.toThrow(LeaseLostError)
  await vi.advanceTimersByTimeAsync(95_000)
  isHeld = false
  await vi.advanceTimersByTimeAsync(5000)
  await failed
  expect(state.lostAfter).toBe(100)
})

it('a run that cannot be renewed is aborted before its lease ends', async () => {
  let renew = async () => true
  const { state, run } = startRun(() => renew())
  const failed = expect(run).rejects.toThrow(LeaseLostError)
  await vi.advanceTimersByTimeAsync(15_000)
  renew = () => new Promise(() => {})
  await vi.advanceTimersByTimeAsync(15_000)
  renew = async () => {
    throw new Error('no connection')
  }
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  expect(state.lostAfter).toBe(40)
  expect(state.lostAfter).toBeLessThan(10 + leaseSeconds)
})

it('a slow answer to an older renewal does not make the lease older', async () => {
  const seconds = [0, 24, 0, 0, 0, 0]
  const renew = async () => {
    await new Promise((answer) => setTimeout(answer, (seconds.shift() ?? 0) * 1000))
    return true
  }
  const run = runWithLease(renew, async (lost) => {
    await new Promise((end) => setTimeout(end, 55_000))
    lost.throwIfAborted()
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await run
})

it('a run does not begin when its lease is lost already', async () => {
  const { state, run } = startRun(async () => false)
  await expect(run).rejects.toThrow(LeaseLostError)
  expect(state.begun).toBe(false)
})
