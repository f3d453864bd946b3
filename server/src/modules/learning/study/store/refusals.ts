import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../../../../platform/db/database.ts'
import { preparedQuery } from '../../../../platform/db/prepared.ts'
import type { Ranges } from '../ranges.ts'
import { formatMultirange } from '../ranges.ts'
import type { HeartbeatKey } from './facts.ts'
import { type ArrayLiteralItem, formatArrayLiteral } from './facts.ts'

export interface RefusedHeartbeatInput {
  key: HeartbeatKey
  event: string
  position: number
  intervals: Ranges
  reason: string
}

type Column = [name: string, type: string, value: (beat: RefusedHeartbeatInput) => ArrayLiteralItem]

const columns: Column[] = [
  ['student_id', 'uuid', ({ key }) => key.studentId],
  ['sign_course_id', 'uuid', ({ key }) => key.signCourseId],
  ['lesson_id', 'uuid', ({ key }) => key.lessonId],
  ['play_session_id', 'uuid', ({ key }) => key.playSessionId],
  ['seq', 'int', ({ key }) => key.seq],
  ['event', 'text', ({ event }) => event],
  ['position_ds', 'int', ({ position }) => position],
  ['intervals', 'int4multirange', ({ intervals }) => formatMultirange(intervals)],
  ['reason', 'text', ({ reason }) => reason],
]
const names = columns.map(([name]) => name)
const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`)

/** Keeps only the newest refusals of each student. `is not distinct from` follows decision 037. */
const insertSql = `
  with new as materialized (
    select * from unnest(${arrays}) as new (${names})
  ), written as (
    insert into study_refusal (${names}, round, at, last_at)
    select ${names.map((name) => `new.${name}`)}, chosen.round, moment.at, moment.at
    from (select app_now() as at offset 0) moment, new
    join sign_course chosen on chosen.id = new.sign_course_id and chosen.student_id = new.student_id
    join lesson on lesson.id = new.lesson_id and lesson.version_id is not distinct from chosen.course_version_id
    order by new.student_id, new.play_session_id, new.seq, new.reason
    on conflict (student_id, play_session_id, seq, reason) do update
      set times = least(study_refusal.times, 1000000) + 1, last_at = excluded.last_at
    returning student_id
  ), surplus as (
    select old.id from (select distinct student_id from written) one
    join study_refusal old on old.student_id = one.student_id and old.id <= (
      select newer.id from study_refusal newer where newer.student_id = one.student_id
      order by newer.id desc offset $${columns.length + 1}::int limit 1)
    for update of old skip locked
  )
  delete from study_refusal old using surplus where old.id = surplus.id`

export async function insertRefusedHeartbeats(
  pool: pg.Pool,
  beats: RefusedHeartbeatInput[],
  most: number,
): Promise<void> {
  const values = columns.map(([, , value]) => formatArrayLiteral(beats, value))
  await pool.query(preparedQuery(insertSql, [...values, most]))
}

export async function deleteOldRefusedHeartbeats(pool: pg.Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    `with old as (
       select id from study_refusal where last_at < (select app_now()) - interval '1 day' * $1 limit 5000
       for update skip locked)
     delete from study_refusal using old where study_refusal.id = old.id`,
    [days],
  )
  return rowCount ?? 0
}

/**
 * Deletes the refused heartbeats and the device names of the students, but nothing that explains a credit.
 * @returns how many refused heartbeats were deleted
 */
export async function forgetUncreditedStudyRows(tx: Tx, studentIds: readonly string[]): Promise<number> {
  const ids = [...studentIds]
  await sql`
    with held as (
      select no from play_session where student_id = any(${ids}::uuid[]) and device <> '' order by no for no key update)
    update play_session set device = '' from held where play_session.no = held.no`.execute(tx)
  const { numAffectedRows } = await sql`
    with held as (select id from study_refusal where student_id = any(${ids}::uuid[]) order by id for update)
    delete from study_refusal using held where study_refusal.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
