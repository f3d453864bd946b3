import type pg from 'pg'
import { preparedQuery } from '../../../../platform/db/prepared.ts'
import type { LessonStudyState, PresenceWindow, StudyClockState } from '../clock.ts'
import type { TakenOverSessionRemainder } from '../judge.ts'
import { formatMultirange, type Ranges, totalLength } from '../ranges.ts'
import type { PastDayCredit } from '../watched-day.ts'
import type { HeartbeatKey } from './facts.ts'
import { type ArrayLiteralItem, formatArrayLiteral } from './facts.ts'

/** The database writes the whole heartbeat, or nothing if the clock row has changed. */
export interface HeartbeatWrite {
  key: HeartbeatKey
  nowMs: number
  today: string
  round: number
  duration: number
  sessionNo: number
  openedMs: number
  /** Version of the clock row that was judged; 0 if there was none. */
  version: number
  clock: StudyClockState
  progress: LessonStudyState
  device: string
  /** The session that ends, with its unused time and pending ranges. */
  closes: { no: number; by: 'END' | 'TAKEOVER'; left: TakenOverSessionRemainder } | null
  late: TakenOverSessionRemainder | null
  /** True if study time had ended when the heartbeat arrived (decision 020). */
  afterEnd: boolean
  dayOver: PastDayCredit | null
  event: string
  position: number
  intervals: Ranges
  answeredPresenceId: string | null
  added: number
  courseDone: boolean
  presence: PresenceWindow | null
}

/** Each column is one array parameter, so that the statement has the same text for every batch size. */
type Column = [name: string, type: string, value: (beat: HeartbeatWrite) => ArrayLiteralItem]

const columns: Column[] = [
  ['student_id', 'uuid', ({ key }) => key.studentId],
  ['version', 'int', ({ version }) => version],
  ['session_no', 'bigint', ({ sessionNo }) => sessionNo],
  ['open_no', 'bigint', ({ clock }) => clock.sessionNo],
  ['last_seq', 'int', ({ clock }) => clock.lastSeq],
  ['accrued', 'float8', ({ clock }) => clock.accruedAt],
  ['allowance', 'int', ({ clock }) => clock.allowance],
  ['grace', 'int', ({ clock }) => clock.grace],
  ['ever_credited', 'bigint', ({ clock }) => clock.credited],
  ['held', 'int4multirange', ({ clock }) => formatMultirange(clock.held)],
  ['check_id', 'uuid', ({ clock }) => clock.presenceId],
  ['check_left', 'int', ({ clock }) => clock.presenceLeft],
  ['check_late', 'int', ({ clock }) => clock.presenceLate],
  ['day', 'date', ({ clock }) => clock.day],
  ['day_ds', 'int', ({ clock }) => clock.dayCredited],
  ['day_beats', 'int', ({ clock }) => clock.dayBeats],
  ['sign_course_id', 'uuid', ({ key }) => key.signCourseId],
  ['lesson_id', 'uuid', ({ key }) => key.lessonId],
  ['round', 'int', ({ round }) => round],
  ['covered', 'int4multirange', ({ progress }) => formatMultirange(progress.covered)],
  ['credited', 'int', ({ progress }) => totalLength(progress.covered)],
  ['furthest', 'int', ({ progress }) => progress.furthest],
  ['resume', 'int', ({ progress }) => progress.resume],
  ['done', 'boolean', ({ progress }) => progress.done],
  ['at', 'float8', ({ nowMs }) => nowMs],
  ['seq', 'int', ({ key }) => key.seq],
  ['event', 'text', ({ event }) => event],
  ['position', 'int', ({ position }) => position],
  ['intervals', 'int4multirange', ({ intervals }) => formatMultirange(intervals)],
  ['answered', 'uuid', ({ answeredPresenceId }) => answeredPresenceId],
  ['added', 'int', ({ added }) => added],
  ['course_done', 'boolean', ({ courseDone }) => courseDone],
  ['asked', 'uuid', ({ presence }) => presence?.id ?? null],
  ['asked_due', 'float8', ({ presence }) => presence?.due ?? null],
  ['answer_by', 'float8', ({ presence }) => presence?.answerBy ?? null],
]

const rareColumns: Column[] = [
  ['play_session_id', 'uuid', ({ key }) => key.playSessionId],
  ['closes_no', 'bigint', ({ closes }) => closes?.no ?? null],
  ['closed_by', 'text', ({ closes }) => closes?.by ?? null],
  ['closes_left', 'int', ({ closes }) => closes?.left.time ?? null],
  ['closes_held', 'int4multirange', ({ closes }) => closes && formatMultirange(closes.left.held)],
  ['late_left', 'int', ({ late }) => late?.time ?? null],
  ['late_held', 'int4multirange', ({ late }) => late && formatMultirange(late.held)],
  ['device', 'text', ({ device }) => device],
  ['over_day', 'date', ({ dayOver }) => dayOver?.day ?? null],
  ['over_credited', 'int', ({ dayOver }) => dayOver?.credited ?? null],
]

const durationColumn: Column = ['duration', 'int', ({ duration }) => duration]

/** Allowed difference from database time in milliseconds. */
const mostBehindMs = 250
const mostAheadMs = 10

function rowsOf(list: Column[]): string {
  const arrays = list.map(([, type], index) => `$${index + 1}::${type}[]`)
  const names = list.map(([name]) => name)
  return `new as materialized (select * from unnest(${arrays}) as new (${names}))`
}

const beatSql = `
  insert into study_beat (session_no, seq, at, event, position_ds, intervals, answered_presence_id, added_ds,
    credited_ds, furthest_ds, lesson_done, course_done, presence_id, presence_due_at, presence_answer_by)
  select session_no, seq, to_timestamp(at / 1000), event, position, intervals, answered, added,
    credited, furthest, done, course_done, asked, to_timestamp(asked_due / 10), to_timestamp(answer_by / 10)
  from`

/**
 * Writes only if clock version, permission and time still match (decision 003). `is not distinct from` avoids a slow
 * index (decision 037).
 */
const rememberedSql = `
  with ${rowsOf([...columns, durationColumn])}, moment as materialized (
    select at, shanghai_date(at) as day, extract(epoch from at)::float8 * 1000 as ms
    from (select app_now() as at offset 0) now
  ), held as materialized (
    select student_id from study_clock where student_id = any($1::uuid[]) order by student_id for no key update
  ), clock as (
    update study_clock clock set version = new.version + 1, last_seq = new.last_seq,
      accrued_at = to_timestamp(new.accrued / 10), allowance_ds = new.allowance, grace_ds = new.grace,
      credited_ds = new.ever_credited, held = new.held, presence_id = new.check_id,
      presence_left_ds = new.check_left, presence_late_ds = new.check_late, day_ds = new.day_ds, day_beats = new.day_beats
    from new
    join sign_course chosen on chosen.id = new.sign_course_id and chosen.student_id = new.student_id
      and chosen.round = new.round
    join sign on sign.id = chosen.sign_id and sign.paid_at is not null and sign.refunded_at is null
    join plan on plan.id = chosen.plan_id
    join lesson on lesson.id = new.lesson_id and lesson.version_id is not distinct from chosen.course_version_id
      and lesson.duration_ds = new.duration
    cross join moment
    where clock.student_id = new.student_id and clock.version = new.version
      and (select count(*) from held) >= 0 and moment.at < plan.study_end_at and new.day = moment.day
      and new.at between moment.ms - ${mostBehindMs} and moment.ms + ${mostAheadMs}
    returning new.*
  ), progress as (
    update lesson_progress progress set covered = new.covered, credited_ds = new.credited,
      furthest_ds = new.furthest, resume_ds = new.resume, updated_at = to_timestamp(new.at / 1000),
      done_at = case when new.done then coalesce(progress.done_at, to_timestamp(new.at / 1000)) end
    from clock as new
    where progress.sign_course_id = new.sign_course_id and progress.lesson_id = new.lesson_id
      and progress.round = new.round
  ), beat as (${beatSql} clock)
  select student_id from new except select student_id from clock`

/**
 * Locks students in id order, and clocks before courses. Skips a start whose course version has changed (decision 038).
 */
const fullSql = `
  with ${rowsOf([...columns, ...rareColumns])}, clocks as materialized (
    select student_id from study_clock where student_id = any($1::uuid[]) order by student_id for update
  ), taught as materialized (
    select chosen.id from new
    join sign_course chosen on chosen.id = new.sign_course_id
    join lesson on lesson.id = new.lesson_id and lesson.version_id is not distinct from chosen.course_version_id
    where new.seq = 0 and (select count(*) from clocks) >= 0
    order by chosen.id for key share of chosen
  ), clock as (
    insert into study_clock as clock (student_id, version, session_no, last_seq, accrued_at, allowance_ds, grace_ds,
      credited_ds, held, presence_id, presence_left_ds, presence_late_ds, day, day_ds, day_beats)
    select student_id, version + 1, open_no, last_seq, to_timestamp(accrued / 10), allowance, grace,
      ever_credited, held, check_id, check_left, check_late, day, day_ds, day_beats
    from new where (select count(*) from clocks) >= 0 and (seq > 0 or sign_course_id in (select id from taught))
    order by student_id
    on conflict (student_id) do update set version = excluded.version, session_no = excluded.session_no,
      last_seq = excluded.last_seq, accrued_at = excluded.accrued_at, allowance_ds = excluded.allowance_ds,
      grace_ds = excluded.grace_ds, credited_ds = excluded.credited_ds, held = excluded.held,
      presence_id = excluded.presence_id, presence_left_ds = excluded.presence_left_ds,
      presence_late_ds = excluded.presence_late_ds,
      day = excluded.day, day_ds = excluded.day_ds, day_beats = excluded.day_beats
    where clock.version = excluded.version - 1
    returning student_id
  ), progress as (
    insert into lesson_progress as progress (sign_course_id, lesson_id, round, covered, credited_ds, furthest_ds,
      resume_ds, done_at, updated_at)
    select sign_course_id, lesson_id, round, covered, credited, furthest, resume,
      case when done then to_timestamp(at / 1000) end, to_timestamp(at / 1000)
    from new join clock using (student_id)
    on conflict (sign_course_id, lesson_id, round) do update set covered = excluded.covered,
      credited_ds = excluded.credited_ds, furthest_ds = excluded.furthest_ds, resume_ds = excluded.resume_ds,
      done_at = coalesce(progress.done_at, excluded.done_at), updated_at = excluded.updated_at
  ), beat as (${beatSql} new join clock using (student_id)
  ), opened as (
    insert into play_session (no, student_id, id, sign_course_id, lesson_id, round, opened_at, device)
    select session_no, student_id, play_session_id, sign_course_id, lesson_id, round, to_timestamp(at / 1000), device
    from new join clock using (student_id) where seq = 0
  ), closed as (
    update play_session set closed_at = to_timestamp(new.at / 1000), closed_by = new.closed_by,
      left_ds = new.closes_left, held = new.closes_held
    from new join clock using (student_id)
    where play_session.no = new.closes_no and play_session.closed_at is null
  ), late as (
    update play_session set left_ds = new.late_left, held = new.late_held
    from new join clock using (student_id)
    where play_session.no = new.session_no and new.late_left is not null
  ), day_over as (
    insert into study_day as past (student_id, day, credited_ds)
    select student_id, over_day, over_credited
    from new join clock using (student_id) where over_credited > 0
    on conflict (student_id, day) do update set credited_ds = past.credited_ds + excluded.credited_ds
  )
  select student_id from new except select student_id from clock`

/** @returns students whose heartbeat was not written */
export function writeHeartbeats(pool: pg.Pool, beats: HeartbeatWrite[]): Promise<Set<string>> {
  return write(pool, fullSql, [...columns, ...rareColumns], beats)
}

/** Writes heartbeats that neither open nor end a session. */
export function writeCachedHeartbeats(pool: pg.Pool, beats: HeartbeatWrite[]): Promise<Set<string>> {
  return write(pool, rememberedSql, [...columns, durationColumn], beats)
}

async function write(pool: pg.Pool, text: string, list: Column[], beats: HeartbeatWrite[]): Promise<Set<string>> {
  if (beats.length === 0) return new Set()
  const ordered = [...beats].sort((a, b) => (a.key.studentId < b.key.studentId ? -1 : 1))
  const values = list.map(([, , value]) => formatArrayLiteral(ordered, value))
  const { rows } = await pool.query<{ student_id: string }>(preparedQuery(text, values))
  return new Set(rows.map((row) => row.student_id))
}
