import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startServer } from '../global-setup.ts'
import { ownDatabase } from '../own-database.ts'
import { deps, enterWorld, world } from '../world.ts'

/**
 * Enters a world whose clock stands still until it is set: what is asked in the last second of something is asked in it, however slow the machine is. Server,
 * test and database live in a time zone.
 * @returns the way to leave it
 */
export async function enterStillWorld(zone: string): Promise<() => Promise<void>> {
  await using opened = new AsyncDisposableStack()
  const database = await ownDatabase(world().template)
  opened.defer(() => database.drop())
  const { rows } = await database.pool.query('select current_database() as name')
  await database.pool.query(`alter database ${rows[0].name} set timezone = '${zone}'`)
  await database.pool.query(`
    create or replace function app_now() returns timestamptz language sql volatile parallel safe
      as $$ select timestamptz 'epoch' + shift from app_clock $$`)
  const dataDir = await mkdtemp(join(tmpdir(), 'ce-still-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const before = process.env.TZ
  process.env.TZ = zone
  opened.defer(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  const { connectionString: databaseUrl } = database
  const { child, origin } = await startServer(databaseUrl, dataDir, { TZ: zone })
  opened.defer(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  })
  const own = { ...world(), databaseUrl, dataDir, origins: [origin, origin] as [string, string] }
  opened.defer(enterWorld(own))
  const leave = opened.move()
  return () => leave.disposeAsync()
}

/** Sets the clock that stands still: 2026-12-31 23:59:59 in Shanghai. */
export async function setClock(at: string): Promise<void> {
  const { db } = await deps()
  const instant = `${at.replace(' ', 'T')}+08:00`
  await sql`update app_clock set shift = make_interval(secs => extract(epoch from ${instant}::timestamptz)::float8)`.execute(
    db,
  )
}

/** The next plans that are made are of this year and those after it. */
export async function plansFrom(year: number): Promise<void> {
  const { db } = await deps()
  await sql`select setval('test_year', ${year}::int, false)`.execute(db)
}

/** Signs in anew: days or years have passed since the last time. */
export async function backNow(student: { id: string; token: string }): Promise<void> {
  const { db, sessions } = await deps()
  student.token = await sessions.issue(db, student.id)
}
