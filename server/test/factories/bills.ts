import { sql } from 'kysely'
import { deps } from '../world.ts'
import { passTimeEverywhere } from './wechat.ts'

/** Half past ten of tomorrow in Shanghai: what was today has its bill. */
export async function nextBills(): Promise<void> {
  const { db } = await deps()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (shanghai_date(app_now()) + 1 + time '10:30') at time zone 'Asia/Shanghai' - app_now())::float8
      as seconds`.execute(db)
  await passTimeEverywhere(rows[0]?.seconds ?? 0)
}

/** What the worklist says of a number. */
export async function differences(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('moneyDifference')
    .select(['kind', 'state', 'orderNo'])
    .where('subject', '=', subject)
    .orderBy('kind')
    .execute()
}
