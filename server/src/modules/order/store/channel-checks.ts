import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export type ChannelCheckRow = Awaited<ReturnType<typeof listChannelChecks>>[number]

/** The last check of each channel. */
export function listChannelChecks(db: Db) {
  return db.selectFrom('channelCheck').selectAll().orderBy('channel').execute()
}

/** Whether staff had it checked a moment ago: the channel is not asked again then. */
export async function wasJustChecked(db: Db, channel: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('channelCheck')
    .select('channel')
    .where('channel', '=', channel)
    .where('at', '>', sql<Date>`app_now() - interval '1 second' * ${seconds}::int`)
    .where('checkedBy', '<>', 'system')
    .executeTakeFirst()
  return row !== undefined
}

/** In the place of the one before. */
export async function keepChannelCheck(
  db: Db,
  check: { channel: string; checkedBy: string; ok: boolean; result: object },
): Promise<void> {
  await db
    .insertInto('channelCheck')
    .values({ ...check, result: JSON.stringify(check.result) })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet({
        at: sql`app_now()`,
        checkedBy: sql`excluded.checked_by`,
        ok: sql`excluded.ok`,
        result: sql`excluded.result`,
      }),
    )
    .execute()
}
