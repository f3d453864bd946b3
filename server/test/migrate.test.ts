import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { readEnv } from '../src/platform/env.ts'
import { StartError } from '../src/platform/start-error.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

let own: OwnDatabase
beforeEach(async () => {
  own = await ownDatabase()
})
afterEach(() => own.drop())

describe('a migration of a table that a long dump reads', () => {
  let dump: pg.PoolClient
  beforeEach(async () => {
    await migrate(own.pool, '046')
    dump = await own.pool.connect()
    await dump.query('begin; lock table sign_course in access share mode')
  })

  it('waits in turns: everybody else goes on meanwhile, and it is applied once the dump is through', async () => {
    const applied = migrate(own.pool, '047', { lock: 500, pause: 100, all: 60_000 })
    for (let read = 0; read < 3; read += 1) {
      await waits(own.pool)
      const reader = await own.pool.connect()
      await reader.query(`set statement_timeout = '5s'`)
      await reader.query('select count(*) from sign_course')
      reader.release(true)
    }
    await dump.query('commit')
    dump.release()
    expect(await applied).toEqual(['047-courses-change-places.sql'])
    expect(await migrate(own.pool, '047')).toEqual([])
  })

  it('is given up in one line that names it, the table and who holds it', async () => {
    const { rows } = await dump.query('select pg_backend_pid() as pid')
    const given = migrate(own.pool, '047', { lock: 300, pause: 50, all: 2000 })
    try {
      await expect(given).rejects.toThrow(
        new StartError(
          `migration 047-courses-change-places.sql: table sign_course was held by session ${rows[0].pid} (portal); end that, or start again later`,
        ),
      )
    } finally {
      dump.release(true)
    }
  })
})

it('062 reads and writes what else it has to before it keeps everybody from the refunds', async () => {
  await migrate(own.pool, '061')
  const list = await own.pool.connect()
  await list.query('begin; lock table organisation_import in row exclusive mode')
  const applied = migrate(own.pool, '062', { lock: 60_000, pause: 100, all: 60_000 })
  try {
    await waits(own.pool)
    await own.pool.query(`set lock_timeout = '5s'; select count(*) from refund`)
  } finally {
    await list.query('commit')
    list.release()
  }
  expect(await applied).toEqual(['062-refunds-and-erased-evidence.sql'])
})

/** Until a lock is waited for, in this database. */
async function waits(pool: pg.Pool): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(text)).rowCount, { interval: 20 }).toBe(1)
}

it('a migration that fails says in one line which and why, and quotes no row', async () => {
  await migrate(own.pool, '045')
  // an item whose attachment is no file's id, which 046 cannot read
  await own.pool.query(`
    alter table poster_revision drop constraint poster_revision_poster_id_fkey;
    insert into poster_revision (poster_id, no, content, body_text, saved_by)
      values (gen_random_uuid(), 1, '{"title": "题", "bodyHtml": "", "attachments": [{"fileId": "秘密"}]}', '', 'a')`)
  const env = readEnv({ DATABASE_URL: own.connectionString, DEMO: '0' })
  await expect(openDatabase(env)).rejects.toThrow(
    new StartError('migration 046-shown-files.sql: invalid input syntax for type uuid'),
  )
})

it('refuses a database that a newer version has changed, and names the migration', async () => {
  const own = await ownDatabase()
  try {
    await migrate(own.pool, '001')
    await own.pool.query(`insert into migration (name, checksum) values ('999-later.sql', 'x')`)
    await expect(migrate(own.pool)).rejects.toThrow(
      'the database is of a newer version than this program (it has 999-later.sql)',
    )
  } finally {
    await own.drop()
  }
})
