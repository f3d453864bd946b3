import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { orderLinesOfStudentsSql } from '../../../../platform/db/order-lines.ts'

export interface CurrentCourseVersion {
  courseId: string
  versionId: string
}

/**
 * SQL list of the older versions of a course. With this list the query uses the index on courses that are not begun,
 * instead of reading millions of rows.
 */
const olderVersions = ({ courseId, versionId }: CurrentCourseVersion) => sql`(select id from course_version
    where course_id = ${courseId}::uuid and id <> ${versionId}::uuid)`

/** Signs are sorted, so that all processes lock in one order. */
export async function listSignsToMove(db: Db, taught: CurrentCourseVersion): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sign_course_unbegun where course_version_id in ${olderVersions(taught)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface MovedSignCourse {
  signCourseId: string
  signId: string
  studentId: string
  year: number
  title: string
}

/**
 * Locks the rows first and skips those that are locked, so that a student who is just beginning the course keeps the
 * old version.
 */
export async function moveSignsToVersion(
  tx: Tx,
  taught: CurrentCourseVersion,
  ids: readonly string[],
): Promise<MovedSignCourse[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sign_course where id = any(${[...ids]}::uuid[]) order by id
    for update skip locked`.execute(tx)
  const held = rows.map(({ id }) => id)
  const moved = await sql<MovedSignCourse>`
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

export async function countMovedSignCourses(
  db: Db,
  taught: CurrentCourseVersion,
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

/** A paid year in which study time is left. */
export interface UnstudiedYear {
  orderNo: string
  year: number
  title: string
  /** Name of the paying employer; null if the student paid. */
  paidBy: string | null
  /** The paid amount in fen. */
  paid: number
  /** The hours of all chosen courses, in tenths. */
  hours: number
  hoursLeft: number
  /** The part of `paid` that belongs to `hoursLeft`, in fen. */
  left: number
}

/** Leaves out years with a refund in progress or with reversed hours that can be earned again. */
export async function listUnstudiedYears(db: Db, studentId: string): Promise<UnstudiedYear[]> {
  const { rows } = await sql<Omit<UnstudiedYear, 'left'>>`
    select line.order_no as "orderNo", plan.year, line.title, organisation.name as "paidBy", line.amount_fen as paid,
      sum(course.hours)::int as hours, coalesce(sum(course.hours) filter (where not exists (
        select from attempt join hours_ledger entry on entry.student_id = attempt.student_id
          and entry.source = 'COURSE' and entry.source_id = attempt.id::text
        where attempt.sign_course_id = course.id and not exists (select from hours_ledger undone
          where undone.student_id = entry.student_id and undone.source = 'REVERSAL'
            and undone.source_id = entry.seq::text))), 0)::int as "hoursLeft"
    from ${orderLinesOfStudentsSql([studentId])} line
      join plan on plan.id = line.plan_id
      join sign_course course on course.sign_id = line.sign_id
      left join organisation on organisation.id = line.organisation_id
    where line.status = 'PAID' and line.refunded_at is null and not line.going_back and line.amount_fen > 0
      and plan.study_end_at > (select app_now())
    group by line.order_no, line.sign_id, plan.year, line.title, organisation.name, line.amount_fen
    order by plan.year, line.order_no`.execute(db)
  return rows
    .filter(({ hoursLeft }) => hoursLeft > 0)
    .map((row) => ({ ...row, left: Math.round((row.paid * row.hoursLeft) / row.hours) }))
}
