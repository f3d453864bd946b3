import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { abortOnDisconnect } from './abort-on-disconnect.ts'

const app = fastify({ forceCloseConnections: true })
afterEach(() => app.close())

it('the signal aborts when the caller disconnects, but not after the response', async () => {
  const signals: AbortSignal[] = []
  const { promise: never, resolve: end } = Promise.withResolvers<void>()
  app.post('/', async (request, reply) => {
    signals.push(abortOnDisconnect(reply))
    if (request.body === 'wait') await never
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = (body: string, signal?: AbortSignal) =>
    fetch(url, {
      ...{ method: 'POST', body, headers: { 'content-type': 'text/plain' } },
      ...(signal ? { signal } : {}),
    })
  expect(await (await ask('now')).text()).toBe('done')
  const caller = new AbortController()
  const waits = ask('wait', caller.signal)
  await expect.poll(() => signals.length).toBe(2)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  caller.abort()
  await expect(waits).rejects.toThrow()
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true])
  end()
})
