import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startTestServer } from '../global-setup.ts'
import { createOwnDatabase } from '../own-database.ts'
import { deps, enterTestWorld, world } from '../world.ts'

/** Stops the test clock, so that a slow machine changes nothing. @returns a function that starts the clock again */
export async function enterStoppedWorld(zone: string): Promise<() => Promise<void>> {
  await using opened = new AsyncDisposableStack()
  const database = await createOwnDatabase(world().template)
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
  const { child, origin } = await startTestServer(databaseUrl, dataDir, { TZ: zone })
  opened.defer(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  })
  const own = { ...world(), databaseUrl, dataDir, origins: [origin, origin] as [string, string] }
  opened.defer(enterTestWorld(own))
  const leave = opened.move()
  return () => leave.disposeAsync()
}

export async function setStoppedClock(at: string): Promise<void> {
  const { db } = await deps()
  const instant = `${at.replace(' ', 'T')}+08:00`
  await sql`update app_clock set shift = make_interval(secs => extract(epoch from ${instant}::timestamptz)::float8)`.execute(
    db,
  )
}

/** New plans get this year and the following ones. */
export async function startPlanYearsFrom(year: number): Promise<void> {
  const { db } = await deps()
  await sql`select setval('test_year', ${year}::int, false)`.execute(db)
}

export async function signInAgainLater(student: { id: string; token: string }): Promise<void> {
  const { db, sessions } = await deps()
  student.token = await sessions.issue(db, student.id)
}
