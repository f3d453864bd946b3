import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { world } from '../../../test/world.ts'
import { DatabaseClient } from './client.ts'
import { openPool } from './database.ts'
import { checkTimeLimits, findRoute } from './pooler.ts'
import { preparedQuery } from './prepared.ts'

const sockets = new Set<Socket>()
const directUrl = world().databaseUrl
/** PostgreSQL's message BackendKeyData, which tells the process number of the connection. */
const keyData = Buffer.from('K\0\0\0\x0c')

/** Tells another process number to clients, as a pooler does. */
const proxy = createServer((near) => {
  const { host, port } = new DatabaseClient({ connectionString: directUrl })
  const far = connect(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port })
  near.on('data', (chunk) => far.write(chunk))
  far.on('data', (chunk) => {
    const at = chunk.indexOf(keyData)
    if (at >= 0) chunk.writeInt32BE(7, at + keyData.length)
    near.write(chunk)
  })
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(one)
    one.on('close', () => other.destroy())
    one.on('error', () => {})
  }
})
let url: string

beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { user, database, password } = new DatabaseClient({ connectionString: directUrl })
  const { port } = proxy.address() as AddressInfo
  url = `postgres://${user}${password ? `:${encodeURIComponent(password)}` : ''}@127.0.0.1:${port}/${database}`
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
})

it('the start finds a pooler and says which variable is missing', async () => {
  expect(await findRoute(directUrl, null)).toBeNull()
  expect(await findRoute(directUrl, directUrl)).toEqual({ directUrl, pooled: false, keepsNames: true })
  await expect(findRoute(url, null)).rejects.toThrow('leads to a pooler: set DATABASE_URL_DIRECT')
  await expect(findRoute(url, url)).rejects.toThrow('DATABASE_URL_DIRECT leads to a pooler')
  const other = directUrl.replace(/\/[^/?]*(\?|$)/, '/postgres$1')
  await expect(findRoute(url, other)).rejects.toThrow('lead to different servers or databases')
  // Here each client keeps its connection, so that no name is ever used on another one.
  expect(await findRoute(url, directUrl)).toEqual({ directUrl, pooled: true, keepsNames: false })
})

it('a start stops when the connections through a pooler have no time limits', async () => {
  await checkTimeLimits({ connectionString: directUrl })
  const route = { directUrl, pooled: true, keepsNames: false }
  await expect(checkTimeLimits({ connectionString: directUrl, route })).rejects.toThrow(
    'no time limits (learner, desk, export, jobs, pulse, health)',
  )
})

it.each([true, false])('statements have names only where the pooler keeps them: %j', async (keepsNames) => {
  const pool = openPool({ connectionString: directUrl, route: { directUrl, pooled: true, keepsNames } }, 1)
  await pool.query(preparedQuery('select $1::int as one', [1]))
  const { rows } = await pool.query('select name from pg_prepared_statements')
  expect(rows).toHaveLength(keepsNames ? 1 : 0)
  await pool.end()
})
