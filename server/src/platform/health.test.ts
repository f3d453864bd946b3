import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, deps } from '../../test/world.ts'
import { buildApp } from '../app.ts'
import { openPool } from './db/database.ts'
import { announceStop } from './health.ts'

/** takes connections and says nothing, as a database does that hangs */
const silent = createServer()
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
afterAll(() => silent.close())

it('whoever asks for health hears that process and database answer, however often', async () => {
  for (let time = 0; time < 20; time += 1) {
    const answer = await ask('/healthz')
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

it('a process that stops asks for no new visitors', async () => {
  const app = await buildApp(await deps())
  const status = async () => (await app.inject('/healthz')).statusCode
  expect(await status()).toBe(200)
  announceStop(app)
  expect(await status()).toBe(503)
  await app.close()
})

it('nor does one whose database does not answer, and says so within 2 s', async () => {
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const pool = openPool({ host: '127.0.0.1', port, connectionTimeoutMillis: 2_500 }, 1)
  const app = await buildApp({ ...(await deps()), pool })
  const began = performance.now()
  const { statusCode } = await app.inject('/healthz')
  expect(statusCode).toBe(503)
  expect(performance.now() - began).toBeLessThan(3_500)
  await app.close()
  await pool.end()
})
