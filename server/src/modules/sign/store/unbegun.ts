import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** A course, and the version that is taught by now. */
export interface Taught {
  courseId: string
  versionId: string
}

/** The versions of the course that are not taught any more: they have an index; all that was ever chosen of all courses is millions of rows. */
const olderVersions = ({ courseId, versionId }: Taught) => sql`(select id from course_version
    where course_id = ${courseId}::uuid and id <> ${versionId}::uuid)`

/** The sign courses that are to follow, in one order for all processes. */
export async function listUnmoved(db: Db, taught: Taught): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sign_course_unbegun where course_version_id in ${olderVersions(taught)} order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What was moved of whoever has paid. */
export interface Moved {
  signCourseId: string
  signId: string
  studentId: string
  year: number
  title: string
}

/**
 * Moves those of these that still have not begun. The locks come first: who begins at this moment is passed over, and whoever comes
 * later waits until the transaction ends.
 */
export async function moveUnbegun(
  tx: Tx,
  taught: Taught,
  ids: readonly string[],
): Promise<Moved[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sign_course where id = any(${[...ids]}::uuid[]) order by id
    for update skip locked`.execute(tx)
  const held = rows.map(({ id }) => id)
  const moved = await sql<Moved>`
    with moved as (
      update sign_course chosen set course_version_id = ${taught.versionId}::uuid
      from sign_course_unbegun unbegun
      where chosen.id = any(${held}::uuid[]) and unbegun.id = chosen.id
        and chosen.course_version_id in ${olderVersions(taught)}
      returning chosen.id, chosen.sign_id, chosen.plan_id, chosen.course_id)
    select moved.id as "signCourseId", sign.id as "signId", sign.student_id as "studentId", plan.year, course.title
    from moved join sign on sign.id = moved.sign_id and sign.paid_at is not null and sign.refunded_at is null
    join plan on plan.id = moved.plan_id join course on course.id = moved.course_id`.execute(tx)
  return moved.rows
}

/** Students who had paid when this version was published: how many follow it by now, and how many are still to. */
export async function countMove(
  db: Db,
  taught: Taught,
): Promise<{ moved: number; waiting: number }> {
  const paid = sql`(select sign.id from sign
    where sign.refunded_at is null and sign.paid_at <= version.published_at) sign`
  const { rows } = await sql<{ moved: number; waiting: number }>`
    select
      (select count(*)::int from sign_course chosen join ${paid} on sign.id = chosen.sign_id
        where chosen.course_version_id = version.id) as moved,
      (select count(*)::int from sign_course_unbegun chosen join ${paid} on sign.id = chosen.sign_id
        where chosen.course_version_id in ${olderVersions(taught)}) as waiting
    from course_version version where version.id = ${taught.versionId}::uuid`.execute(db)
  return rows[0] ?? { moved: 0, waiting: 0 }
}
