import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { world } from '../../../test/world.ts'
import { openPool } from './database.ts'
import { endSilence } from './silence.ts'

const sockets = new Set<Socket>()
let silent = false

/** Between us and the database: when it is silent it takes connections and bytes, and nothing comes of them. */
const proxy = createServer((near) => {
  const { host, port } = new pg.Client({ connectionString: world().databaseUrl })
  const far = connect(
    host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
  )
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
  endSilence(pool, { asksAfter: 100, waits: 300 })
})

afterAll(async () => {
  await pool.end()
  for (const socket of sockets) socket.destroy()
  proxy.close()
})

it('long work is left alone while the database is there; when it vanished, who waits hears of it and others go on later', async () => {
  const long = [1, 2].map(() => pool.query('select 1 as done, pg_sleep(1.5)'))
  for (const one of long) expect((await one).rows).toMatchObject([{ done: 1 }])
  silent = true
  // what was sent last is never acknowledged
  const lost = await Promise.allSettled([pool.query('select 1'), pool.query('select 2')])
  const reason = expect.objectContaining({ message: 'Connection terminated' })
  expect(lost).toEqual([1, 2].map(() => ({ status: 'rejected', reason })))
  silent = false
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }])
})

it('every connection asks by keep-alive whether the other side is still there', () => {
  expect(pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
})
