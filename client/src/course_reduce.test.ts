import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { heldReductionQuery, reductionQuery } from './course_reduce.ts'

// read once, as the queries are loaded: without a window none is asked a second time
vi.hoisted(() => vi.stubGlobal('window', globalThis))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('an application in a form is not fetched anew while it is written; one that is looked at is', async () => {
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
  expect(await asked(heldReductionQuery('a'))).toBe(1)
  expect(await asked(reductionQuery('b'))).toBe(3)
})
