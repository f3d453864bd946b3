import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reductionFormQuery, reductionQuery } from './course_reduce.ts'

// `window` is read once on import, and without it queries never refetch.
vi.hoisted(() => vi.stubGlobal('window', globalThis))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a reduction in a form is fetched only once in 20 minutes, a displayed reduction several times', async () => {
  const fetched = vi.fn(async (_url: string) => new Response('{"code":1,"msg":"","data":{}}'))
  vi.stubGlobal('fetch', fetched)
  const asked = async (query: ReturnType<typeof reductionQuery>): Promise<number> => {
    fetched.mockClear()
    const client = new QueryClient()
    const stop = new QueryObserver(client, query).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    stop()
    client.clear()
    return fetched.mock.calls.length
  }
  expect(await asked(reductionFormQuery('a'))).toBe(1)
  expect(await asked(reductionQuery('b'))).toBe(3)
})
