import { rename, stat } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isConnectionLostError, isDatabaseUnavailable } from './connection-lost.ts'
import { openDb, openPool } from './database.ts'

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

it('an error from a query cut off by a server stop means an unavailable database, not a fault', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1 })
  await pool.end()
  expect(isConnectionLostError(await thrownBy(pool.query('select 1')))).toBe(true)
  const db = openDb(openPool({ host: '127.0.0.1', port: 1 }))
  expect(isConnectionLostError(await thrownBy(sql`select 1`.execute(db)))).toBe(true)
  await db.destroy()
  expect(isConnectionLostError(await thrownBy(sql`select 1`.execute(db)))).toBe(true)
  expect(isConnectionLostError(new Error('something else'))).toBe(false)
})

it('a host that accepts a connection and answers nothing means an unavailable database', async () => {
  const silent = createServer()
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, query_timeout: 50 })
  client.on('error', () => {})
  client.connect().catch(() => {})
  expect(isDatabaseUnavailable(await thrownBy(client.query('select 1')))).toBe(true)
  client.end().catch(() => {})
  silent.close()
})

it('a server that ends a connection in the moment it has opened it does not end the process', async () => {
  const message = (type: string, body: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(4 + Buffer.byteLength(body))
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
  }
  const ended = message('E', 'SFATAL\0VFATAL\0C57P01\0Mthe server stops\0\0')
  const ending = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), ended]))),
  )
  await new Promise<void>((listening) => ending.listen(0, '127.0.0.1', listening))
  const { port } = ending.address() as AddressInfo
  const pool = openPool({ host: '127.0.0.1', port, user: 'portal', database: 'portal' })
  expect(isDatabaseUnavailable(await thrownBy(pool.query('select 1')))).toBe(true)
  await pool.end()
  ending.close()
})

it.each(['25006', '53300', '57P03', '08006', 'EHOSTUNREACH', 'ENOTFOUND'])(
  '%s means that the database is unavailable',
  (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code }))).toBe(true)
  },
)

it.each(['23505', '42P01', '40001'])('%s does not mean that the database is unavailable', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code }))).toBe(false)
})

it('a missing file is no lost database, and a missing socket of the database is one', async () => {
  const missing = '/nowhere/at/all'
  for (const error of [await thrownBy(stat(missing)), await thrownBy(rename(missing, '/nowhere/else'))])
    expect(isConnectionLostError(error)).toBe(false)
  const socket = connect(missing)
  const refused = await new Promise((resolve) => socket.on('error', resolve))
  expect(refused).toMatchObject({ code: 'ENOENT' })
  expect(isConnectionLostError(refused)).toBe(true)
})
