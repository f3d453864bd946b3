import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { world } from '../../../test/world.ts'
import { DatabaseClient } from './client.ts'
import { openPool } from './database.ts'
import { dropSilentConnections } from './silent-connections.ts'

const sockets = new Set<Socket>()
let silent = false

/** The silent proxy accepts data and never answers. */
const proxy = createServer((near) => {
  const { host, port } = new pg.Client({ connectionString: world().databaseUrl })
  const far = connect(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port })
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(from)
    from.on('data', (chunk) => silent || to.write(chunk))
    from.on('close', () => to.destroy())
    from.on('error', () => {})
  }
})
let pool: pg.Pool

beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { user, database, password } = new pg.Client({ connectionString: world().databaseUrl })
  const { port } = proxy.address() as AddressInfo
  pool = openPool({ host: '127.0.0.1', port, user, database, password }, 2)
  dropSilentConnections(pool, { asksAfter: 100, waits: 300 })
})

afterAll(async () => {
  await pool.end()
  for (const socket of sockets) socket.destroy()
  proxy.close()
})

it('a vanished database fails the waiting queries, but a long query on a working one goes on', async () => {
  const long = [1, 2].map(() => pool.query('select 1 as done, pg_sleep(1.5)'))
  for (const one of long) expect((await one).rows).toMatchObject([{ done: 1 }])
  silent = true
  const lost = await Promise.allSettled([pool.query('select 1'), pool.query('select 2')])
  const reason = expect.objectContaining({ message: 'Connection terminated' })
  expect(lost).toEqual([1, 2].map(() => ({ status: 'rejected', reason })))
  silent = false
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

it('the search for a host that takes writes ends within the time of a connection', async () => {
  silent = true
  const { port } = proxy.address() as AddressInfo
  const connectionString = `postgres://portal@127.0.0.1:${port},127.0.0.1:${port}/portal`
  const began = performance.now()
  await expect(new DatabaseClient({ connectionString, connectionTimeoutMillis: 300 }).connect()).rejects.toThrow(
    'timeout expired',
  )
  expect(performance.now() - began).toBeLessThan(3_000)
  silent = false
})

it('every database connection uses TCP keep-alive', () => {
  expect(pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
})
