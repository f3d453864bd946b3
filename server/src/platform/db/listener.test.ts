import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { deps } from '../../../test/world.ts'
import { openDatabaseListener } from './listener.ts'
import { runExclusively } from './one-at-a-time.ts'

it('a listener reports a possibly missed notification and listens again on a new connection', async () => {
  const { pool } = await deps()
  const told: string[] = []
  let missed = 0
  const listener = await openDatabaseListener(pool, 'test_listener', {
    told: (payload) => told.push(payload),
    missed: () => {
      missed += 1
    },
  })
  const tell = (payload: string) => pool.query("select pg_notify('test_listener', $1)", [payload])
  const connections = async () =>
    (
      await pool.query(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'portal test_listener'`,
      )
    ).rows
  expect([listener.hears, missed]).toEqual([true, 1])
  await tell('first')
  await expect.poll(() => told).toEqual(['first'])

  await pool.query('select pg_terminate_backend($1)', [(await connections())[0]?.pid])
  await expect.poll(() => listener.hears).toBe(false)
  expect(missed).toBe(2)
  await tell('lost')
  await expect.poll(() => listener.hears, { timeout: 20_000 }).toBe(true)
  expect(missed).toBe(3)
  await tell('second')
  await expect.poll(() => told).toEqual(['first', 'second'])
  expect(await connections()).toHaveLength(1)

  await listener.close()
  await expect.poll(connections).toEqual([])
  expect(listener.hears).toBe(false)
})

it('a listener leaves no connection behind when the database accepts connections but refuses LISTEN', async () => {
  const { pool } = await deps()
  // An empty channel name is refused like every LISTEN on a standby.
  const listener = await openDatabaseListener(pool, '', { told: () => {}, missed: () => {} })
  const connections = async () =>
    (
      await pool.query(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'portal '`,
      )
    ).rows
  for (let look = 0; look < 15; look += 1) {
    expect((await connections()).length).toBeLessThanOrEqual(1)
    await delay(200)
  }
  expect(listener.hears).toBe(false)
  await listener.close()
  await expect.poll(connections).toEqual([])
})

it('a task lock is released when the work fails, and then the next process continues', async () => {
  const { pool } = await deps()
  const held = () =>
    pool.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 7240113
      and database = (select oid from pg_database where datname = current_database())`)
  const failing = runExclusively(pool, 'jobs', async () => {
    expect((await held()).rowCount).toBe(1)
    throw new Error('the work fails')
  })
  await expect(failing).rejects.toThrow('the work fails')
  expect((await held()).rowCount).toBe(0)
  expect(await runExclusively(pool, 'jobs', async () => 'done')).toBe('done')
})
