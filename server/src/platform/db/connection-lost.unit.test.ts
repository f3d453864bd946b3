import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isConnectionLost, isUnavailable } from './connection-lost.ts'
import { openDb, openPool } from './database.ts'

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

it('what a stop did not wait for is told that the database is gone, and no fault', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1 })
  await pool.end()
  expect(isConnectionLost(await thrownBy(pool.query('select 1')))).toBe(true)
  const db = openDb(openPool({ host: '127.0.0.1', port: 1 }))
  expect(isConnectionLost(await thrownBy(sql`select 1`.execute(db)))).toBe(true)
  await db.destroy()
  expect(isConnectionLost(await thrownBy(sql`select 1`.execute(db)))).toBe(true)
  expect(isConnectionLost(new Error('something else'))).toBe(false)
})

it.each(['25006', '53300', '57P03', '08006', 'EHOSTUNREACH', 'ENOTFOUND'])(
  '%s means that the database is unavailable',
  (code) => {
    expect(isUnavailable(Object.assign(new Error('refused'), { code }))).toBe(true)
  },
)

it.each(['23505', '42P01', '40001'])('%s is no matter of availability', (code) => {
  expect(isUnavailable(Object.assign(new Error('refused'), { code }))).toBe(false)
})
