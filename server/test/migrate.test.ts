import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listMigrationFiles, migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { readEnv } from '../src/platform/env.ts'
import { StartError } from '../src/platform/errors.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'
import { world } from './world.ts'

let own: OwnDatabase
beforeEach(async () => {
  own = await createOwnDatabase()
})
afterEach(() => own.drop())

describe('a migration of a table that a long dump reads', () => {
  let dump: pg.PoolClient
  beforeEach(async () => {
    await migrate(own.pool, '046')
    dump = await own.pool.connect()
    await dump.query('begin; lock table sign_course in access share mode')
  })

  it('a migration waits for its lock in short turns, so that other queries go on, and runs after the dump', async () => {
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

  it('a migration that gives up waiting names itself, the table and the lock holder in one line', async () => {
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

it('migration 062 does its other work before it locks the refunds', async () => {
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

async function waits(pool: pg.Pool): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(text)).rowCount, { interval: 20 }).toBe(1)
}

it('a failed migration names itself and the reason in one line and quotes no row', async () => {
  await migrate(own.pool, '045')
  await own.pool.query(`
    alter table poster_revision drop constraint poster_revision_poster_id_fkey;
    insert into poster_revision (poster_id, no, content, body_text, saved_by)
      values (gen_random_uuid(), 1, '{"title": "题", "bodyHtml": "", "attachments": [{"fileId": "秘密"}]}', '', 'a')`)
  const env = readEnv({ DATABASE_URL: own.connectionString, DEMO: '0' })
  await expect(openDatabase(env)).rejects.toThrow(
    new StartError('migration 046-shown-files.sql: invalid input syntax for type uuid'),
  )
})

describe('a migration in steps', () => {
  const run = async (text: string, patience = { lock: 500, pause: 50, all: 60_000 }) => {
    const files = await listMigrationFiles()
    return migrate(own.pool, undefined, patience, [...files, { name: '999-steps.sql', text, checksum: 'x' }])
  }
  const buildIndex = `-- in steps
-- step
create unique index concurrently setting_time on setting (updated_at, key);`
  const fillColumn = `-- in steps
-- step
alter table setting add column if not exists reviewed boolean;
-- step, repeated
update setting set reviewed = true where key in (select key from setting where reviewed is null order by key limit 2);`

  beforeEach(async () => {
    await own.drop()
    own = await createOwnDatabase(world().template)
    await own.pool.query(`insert into setting (key, value) select 'a' || n, 'null' from generate_series(1, 5) n`)
  })

  it('an index is built beside open transactions while others write, and an invalid one is built again', async () => {
    // The build fails because of equal values, and leaves an invalid index.
    const failing = own.pool.query('create unique index concurrently setting_time on setting (value)')
    await expect(failing).rejects.toThrow('could not create unique index')
    const writer = await own.pool.connect()
    await writer.query(`begin; update setting set value = '1' where key = 'a1'`)
    // A process that waits for its turn must not hold a snapshot, for which the build would wait.
    const applied = Promise.all([run(buildIndex), run(buildIndex)])
    await waits(own.pool)
    await own.pool.query(`set statement_timeout = '5s'; update setting set value = '2' where key = 'a2'`)
    await writer.query('commit')
    writer.release()
    expect((await applied).flat()).toEqual(['999-steps.sql'])
    const { rows } = await own.pool.query(
      `select indisvalid and indisunique as good from pg_index where indexrelid = 'setting_time'::regclass`,
    )
    expect(rows).toEqual([{ good: true }])
  })

  it('a repeated step fills the column of all rows, and a failed migration goes on at the next start', async () => {
    const fault = `${fillColumn}\n-- step\nselect 1 / count(*) from setting where key = 'later';`
    await expect(run(fault)).rejects.toThrow('migration 999-steps.sql: division by zero')
    await own.pool.query(`insert into setting (key, value) values ('later', 'null')`)
    const both = await Promise.all([run(fault), run(fault)])
    expect(both.flat()).toEqual(['999-steps.sql'])
    const { rows } = await own.pool.query('select distinct reviewed from setting')
    expect(rows).toEqual([{ reviewed: true }])
  })

  it('the version before starts again only if the migration says that it works with it', async () => {
    await run(`-- works with the version before\n${fillColumn}`)
    expect(await migrate(own.pool)).toEqual([])
    await own.pool.query(`update migration set reversible = false`)
    await expect(migrate(own.pool)).rejects.toThrow('(it has 999-steps.sql)')
  })
})

it('a start refuses a database that a newer version has changed, and names the migration', async () => {
  const own = await createOwnDatabase()
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
