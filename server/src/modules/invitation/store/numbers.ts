import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Whom nobody needs to recognise any more, a year having ended, and whose number still stands here. */
export async function listNumbered(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from organisation_invitation i join plan on plan.id = i.plan_id
    where plan.study_end_at < (select app_now()) and num_nonnulls(i.id_no, i.certificate_no) > 0
    order by i.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets these by number, unless their year goes on after all. */
export async function forgetNumbers(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select i.id from organisation_invitation i join plan on plan.id = i.plan_id
      where plan.study_end_at < (select app_now()) and i.id = any(${[...ids]}::uuid[])
      order by i.id for no key update of i)
    update organisation_invitation i set state = case when student_id is null then 'WITHDRAWN' else state end,
      id_no = null, certificate_no = null
    from held where held.id = i.id`.execute(tx)
}
