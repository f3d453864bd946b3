import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** A course, and the version that is taught by now. */
export interface Taught {
  courseId: string
  versionId: string
}

/**
 * Chosen, not begun, and still by an older version; `begun` as the database's own trigger asks (decision 009). By the versions, which
 * have an index: all that was ever chosen of all courses is millions of rows.
 */
const unmoved = ({ courseId, versionId }: Taught) => sql`
  chosen.course_version_id in (select id from course_version
    where course_id = ${courseId}::uuid and id <> ${versionId}::uuid)
  and not sign_course_begun(chosen.id)`

/** The sign courses that are to follow, in one order for all processes. */
export async function listUnmoved(db: Db, taught: Taught): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sign_course chosen where ${unmoved(taught)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Moves those of these that still have not begun. The locks come first: who begins at this moment is passed over, and whoever comes
 * later waits until the transaction ends.
 */
export async function moveUnbegun(tx: Tx, taught: Taught, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sign_course where id = any(${[...ids]}::uuid[]) order by id
    for update skip locked`.execute(tx)
  const held = rows.map(({ id }) => id)
  await sql`
    update sign_course chosen set course_version_id = ${taught.versionId}::uuid
    where id = any(${held}::uuid[]) and ${unmoved(taught)}`.execute(tx)
}

/** Students who had paid when this version was published: how many follow it by now, and how many are still to. */
export async function countMove(
  db: Db,
  taught: Taught,
): Promise<{ moved: number; waiting: number }> {
  const { rows } = await sql<{ moved: number; waiting: number }>`
    select count(*) filter (where chosen.course_version_id = version.id)::int as moved,
      count(*) filter (where ${unmoved(taught)})::int as waiting
    from course_version version
    join course_version known on known.course_id = version.course_id
    join sign_course chosen on chosen.course_version_id = known.id
    join sign on sign.id = chosen.sign_id
    where version.id = ${taught.versionId}::uuid and sign.refunded_at is null
      and sign.paid_at <= version.published_at`.execute(db)
  return rows[0] ?? { moved: 0, waiting: 0 }
}
