import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'

export async function setClock(db: Db, at: Date): Promise<void> {
  await sql`update app_clock set shift = ${at}::timestamptz - clock_timestamp()`.execute(db)
}

export async function advanceClock(db: Db, seconds: number): Promise<void> {
  await sql`update app_clock set shift = shift + interval '1 second' * ${seconds}::float8`.execute(db)
}

export async function releaseClock(db: Db): Promise<void> {
  await sql`update app_clock set shift = '0'`.execute(db)
}
