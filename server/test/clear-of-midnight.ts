import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { deps } from './world.ts'

/**
 * The rules' clock stands at any moment of any day, and many rules go by the day: no test begins in the last two minutes
 * of one in Shanghai, so that what it does in a moment is done on one day. Whoever lets hours go by crosses midnight as ever.
 */
beforeEach(async () => {
  const { db } = await deps()
  await sql`
    update app_clock set shift = shift + interval '1 day' - (app_now() at time zone 'Asia/Shanghai')::time::interval
    where (app_now() at time zone 'Asia/Shanghai')::time > '23:58'`.execute(db)
})
