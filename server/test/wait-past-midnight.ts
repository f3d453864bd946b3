import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { deps } from './world.ts'

/** Many rules depend on the day, so no test starts just before midnight in Shanghai. */
beforeEach(async () => {
  const { db } = await deps()
  await sql`
    update app_clock set shift = shift + interval '1 day' - (app_now() at time zone 'Asia/Shanghai')::time::interval
    where (app_now() at time zone 'Asia/Shanghai')::time > '23:58'`.execute(db)
})
