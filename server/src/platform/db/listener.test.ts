import { expect, it } from 'vitest'
import { deps } from '../../../test/world.ts'
import { listenTo } from './listener.ts'

it('says when it may have missed something, and hears again on a new connection', async () => {
  const { pool } = await deps()
  const told: string[] = []
  let missed = 0
  const listener = await listenTo(pool, 'test_listener', {
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
  // what was told before it heard
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
  // one connection, however often it was lost
  expect(await connections()).toHaveLength(1)

  await listener.close()
  await expect.poll(connections).toEqual([])
  expect(listener.hears).toBe(false)
})
