import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'

/** Sets the rules' clock to an instant: the demo's past is lived through the services, not written into rows. */
export async function setClock(db: Db, at: Date): Promise<void> {
  await sql`update app_clock set shift = ${at}::timestamptz - clock_timestamp()`.execute(db)
}

/** Lets seconds pass at once. */
export async function passSeconds(db: Db, seconds: number): Promise<void> {
  await sql`update app_clock set shift = shift + interval '1 second' * ${seconds}::float8`.execute(
    db,
  )
}

/** Back to the real time. */
export async function releaseClock(db: Db): Promise<void> {
  await sql`update app_clock set shift = '0'`.execute(db)
}
