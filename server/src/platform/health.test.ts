import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deps, sendRawRequest, world } from '../../test/world.ts'
import { buildApp } from '../app.ts'
import { type LimitedPool, openDb, openPool } from './db/database.ts'
import { announceStop } from './stop.ts'

/** Accepts connections without answering, like a hanging database. */
const heard: Socket[] = []
const silent = createServer((socket) => heard.push(socket))
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
afterAll(() => silent.close())

it('healthz and readyz answer 200 to anybody while process and database work', async () => {
  for (const path of ['/healthz', '/readyz', '/healthz', '/readyz']) {
    const answer = await sendRawRequest(path)
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

it('a stopping process is alive but not ready, and closes each connection after its answer', async () => {
  const app = await buildApp(await deps())
  announceStop(app)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  const { statusCode, headers } = await app.inject('/healthz')
  expect([statusCode, headers.connection]).toEqual([200, 'close'])
  await app.close()
})

it('a process with a silent database is alive but not ready, before the connection times out', async () => {
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const pool = openPool({ host: '127.0.0.1', port, connectionTimeoutMillis: 600_000 }, 1)
  const app = await appAsking(pool)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  for (const socket of heard) socket.destroy()
  await app.close()
  await pool.end()
})

it('a process with a read-only database is not ready', async () => {
  const options = '-c default_transaction_read_only=on'
  const pool = openPool({ connectionString: world().databaseUrl, options }, 1)
  const app = await appAsking(pool)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  await app.close()
  await pool.end()
})

async function appAsking(pool: LimitedPool) {
  const all = await deps()
  const health = { pool, db: openDb(pool) }
  return buildApp({ ...all, databases: { ...all.databases, health } })
}
