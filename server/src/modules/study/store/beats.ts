import type pg from 'pg'
import type { Clock, Presence, Progress } from '../clock.ts'
import type { Left } from '../judge.ts'
import { lengthOf, type Ranges, toText } from '../ranges.ts'
import type { DayOver } from '../watched-day.ts'
import { type ArrayItem, arrayOf } from './array.ts'
import type { BeatKey } from './facts.ts'

/** What a judged beat leaves behind: all of it or, when its student's clock was faster, nothing. */
export interface BeatWrite {
  key: BeatKey
  nowMs: number
  today: string
  round: number
  duration: number
  sessionNo: number
  /** when its session began */
  openedMs: number
  /** the version of the clock it was judged by; 0: there was none */
  version: number
  clock: Clock
  progress: Progress
  /** what the page runs on, in words of ours; of a start */
  device: string
  /** the session that ends with it, and what that one has left */
  closes: { no: number; by: 'END' | 'TAKEOVER'; left: Left } | null
  /** it came after its session was taken over: what is left for more of them */
  late: Left | null
  /** study in its plan had ended when it came (decision 020) */
  afterEnd: boolean
  /** what is added to a day that was over when it came */
  dayOver: DayOver | null
  event: string
  position: number
  intervals: Ranges
  answeredPresenceId: string | null
  added: number
  courseDone: boolean
  presence: Presence | null
}

/** One array parameter per column: a batch of any size is the same statement. */
type Column = [name: string, type: string, value: (beat: BeatWrite) => ArrayItem]

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
  ['held', 'int4multirange', ({ clock }) => toText(clock.held)],
  ['check_id', 'uuid', ({ clock }) => clock.presenceId],
  ['check_left', 'int', ({ clock }) => clock.presenceLeft],
  ['check_late', 'int', ({ clock }) => clock.presenceLate],
  ['day', 'date', ({ clock }) => clock.day],
  ['day_ds', 'int', ({ clock }) => clock.dayCredited],
  ['day_beats', 'int', ({ clock }) => clock.dayBeats],
  ['sign_course_id', 'uuid', ({ key }) => key.signCourseId],
  ['lesson_id', 'uuid', ({ key }) => key.lessonId],
  ['round', 'int', ({ round }) => round],
  ['covered', 'int4multirange', ({ progress }) => toText(progress.covered)],
  ['credited', 'int', ({ progress }) => lengthOf(progress.covered)],
  ['furthest', 'int', ({ progress }) => progress.furthest],
  ['resume', 'int', ({ progress }) => progress.resume],
  ['done', 'boolean', ({ progress }) => progress.done],
  ['at', 'float8', ({ nowMs }) => nowMs],
  ['seq', 'int', ({ key }) => key.seq],
  ['event', 'text', ({ event }) => event],
  ['position', 'int', ({ position }) => position],
  ['intervals', 'int4multirange', ({ intervals }) => toText(intervals)],
  ['answered', 'uuid', ({ answeredPresenceId }) => answeredPresenceId],
  ['added', 'int', ({ added }) => added],
  ['course_done', 'boolean', ({ courseDone }) => courseDone],
  ['asked', 'uuid', ({ presence }) => presence?.id ?? null],
  ['asked_due', 'float8', ({ presence }) => presence?.due ?? null],
  ['answer_by', 'float8', ({ presence }) => presence?.answerBy ?? null],
]

/** Only of beats that open or end a session, or are the first of a day. */
const rareColumns: Column[] = [
  ['play_session_id', 'uuid', ({ key }) => key.playSessionId],
  ['closes_no', 'bigint', ({ closes }) => closes?.no ?? null],
  ['closed_by', 'text', ({ closes }) => closes?.by ?? null],
  ['closes_left', 'int', ({ closes }) => closes?.left.time ?? null],
  ['closes_held', 'int4multirange', ({ closes }) => closes && toText(closes.left.held)],
  ['late_left', 'int', ({ late }) => late?.time ?? null],
  ['late_held', 'int4multirange', ({ late }) => late && toText(late.held)],
  ['device', 'text', ({ device }) => device],
  ['over_day', 'date', ({ dayOver }) => dayOver?.day ?? null],
  ['over_credited', 'int', ({ dayOver }) => dayOver?.credited ?? null],
]

const durationColumn: Column = ['duration', 'int', ({ duration }) => duration]

/** by how much the time a beat was judged at may differ from the database's own */
const mostBehindMs = 250
const mostAheadMs = 10

/** The batch as rows. Names and types are ours, values are parameters. */
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
 * Beats judged by what this process remembers (decision 003): written only if all of it is still so, the
 * version of the clock, who may study what, and – to a fraction of a second – the time. `is not distinct from`, which no
 * index serves: rows are found by the keys of the beat, never by way of all who study the same course (decision 037).
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
 * Whatever comes, a student's first beat included. Students come in order of their ids, so that two
 * server processes never wait for each other in a circle; whose version has moved on is left out. So is a start whose course
 * has moved to another version since its lesson was read (decision 038): a move holds the row, is waited for here, and looked at
 * anew. Clocks come before courses wherever both are locked.
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

/**
 * Commits beats of different students in one statement: all of a beat or, when its student's clock
 * has moved on since it was read, nothing. @returns the students whose beat is not written: mostly none
 */
export function writeBeats(pool: pg.Pool, beats: BeatWrite[]): Promise<Set<string>> {
  return write(pool, 'study full', fullSql, [...columns, ...rareColumns], beats)
}

/** The same for beats judged by memory, which open and end nothing. */
export function writeRemembered(pool: pg.Pool, beats: BeatWrite[]): Promise<Set<string>> {
  return write(pool, 'study remembered', rememberedSql, [...columns, durationColumn], beats)
}

async function write(
  pool: pg.Pool,
  name: string,
  text: string,
  list: Column[],
  beats: BeatWrite[],
): Promise<Set<string>> {
  if (beats.length === 0) return new Set()
  const ordered = [...beats].sort((a, b) => (a.key.studentId < b.key.studentId ? -1 : 1))
  const values = list.map(([, , value]) => arrayOf(ordered, value))
  const { rows } = await pool.query<{ student_id: string }>({ name, text, values })
  return new Set(rows.map((row) => row.student_id))
}
