import type pg from 'pg'
import type { Clock, Presence, Progress } from '../judge.ts'
import { lengthOf, type Ranges, toText } from '../ranges.ts'
import { arrayOf } from './array.ts'
import type { BeatKey } from './facts.ts'

/** What a judged beat leaves behind: all of it or, when its student's clock was faster, nothing. */
export interface BeatWrite {
  key: BeatKey
  nowMs: number
  round: number
  sessionNo: number
  /** the version of the clock it was judged by; 0: there was none */
  version: number
  clock: Clock
  progress: Progress
  /** the session that ends with it */
  closes: { no: number; by: 'END' | 'TAKEOVER' } | null
  /** the day that was over when it came */
  dayOver: { day: string; credited: number } | null
  event: string
  position: number
  intervals: Ranges
  answeredPresenceId: string | null
  added: number
  courseDone: boolean
  presence: Presence | null
}

/**
 * One statement, so one transaction. Students come in order of their ids, so that two server processes
 * never wait for each other in a circle; whose version has moved on since it was read is left out.
 */
const writeSql = `
  with clock as (
    insert into study_clock (student_id, version, session_no, last_seq, accrued_at, allowance_ds, grace_ds,
      credited_ds, held, presence_id, presence_left_ds, day, day_ds)
    select student_id, version, session_no, last_seq, to_timestamp(accrued / 10), allowance, grace,
      credited, held::int4multirange, presence_id, presence_left, day, day_ds
    from unnest($1::uuid[], $2::int[], $3::bigint[], $4::int[], $5::float8[], $6::int[], $7::int[], $8::bigint[],
      $9::text[], $10::uuid[], $11::int[], $12::date[], $13::int[])
      as new (student_id, version, session_no, last_seq, accrued, allowance, grace, credited, held,
        presence_id, presence_left, day, day_ds)
    order by student_id
    on conflict (student_id) do update set version = excluded.version, session_no = excluded.session_no,
      last_seq = excluded.last_seq, accrued_at = excluded.accrued_at, allowance_ds = excluded.allowance_ds,
      grace_ds = excluded.grace_ds, credited_ds = excluded.credited_ds, held = excluded.held,
      presence_id = excluded.presence_id, presence_left_ds = excluded.presence_left_ds,
      day = excluded.day, day_ds = excluded.day_ds
    where study_clock.version = excluded.version - 1
    returning student_id
  ), progress as (
    insert into lesson_progress (sign_course_id, lesson_id, round, covered, credited_ds, furthest_ds, resume_ds,
      done_at, updated_at)
    select sign_course_id, lesson_id, round, covered::int4multirange, credited, furthest, resume,
      case when done then to_timestamp(at / 1000) end, to_timestamp(at / 1000)
    from unnest($1::uuid[], $14::uuid[], $15::uuid[], $16::int[], $17::text[], $18::int[], $19::int[], $20::int[],
      $21::boolean[], $22::float8[])
      as new (student_id, sign_course_id, lesson_id, round, covered, credited, furthest, resume, done, at)
    join clock using (student_id)
    on conflict (sign_course_id, lesson_id, round) do update set covered = excluded.covered,
      credited_ds = excluded.credited_ds, furthest_ds = excluded.furthest_ds, resume_ds = excluded.resume_ds,
      done_at = coalesce(lesson_progress.done_at, excluded.done_at), updated_at = excluded.updated_at
  ), beat as (
    insert into study_beat (session_no, seq, at, event, position_ds, intervals, answered_presence_id, added_ds,
      credited_ds, furthest_ds, lesson_done, course_done, presence_id, presence_due_at, presence_answer_by)
    select session_no, seq, to_timestamp(at / 1000), event, position, intervals::int4multirange, answered, added,
      credited, furthest, done, course_done, asked, to_timestamp(due / 10), to_timestamp(answer_by / 10)
    from unnest($1::uuid[], $18::int[], $19::int[], $21::boolean[], $22::float8[], $23::bigint[], $24::int[],
      $25::text[], $26::int[], $27::text[], $28::uuid[], $29::int[], $30::boolean[], $31::uuid[], $32::float8[],
      $33::float8[])
      as new (student_id, credited, furthest, done, at, session_no, seq, event, position, intervals, answered, added,
        course_done, asked, due, answer_by)
    join clock using (student_id)
  ), opened as (
    insert into play_session (no, student_id, id, sign_course_id, lesson_id, round, opened_at)
    select session_no, student_id, id, sign_course_id, lesson_id, round, to_timestamp(at / 1000)
    from unnest($1::uuid[], $14::uuid[], $15::uuid[], $16::int[], $22::float8[], $23::bigint[], $24::int[], $34::uuid[])
      as new (student_id, sign_course_id, lesson_id, round, at, session_no, seq, id)
    join clock using (student_id)
    where seq = 0
  ), closed as (
    update play_session set closed_at = to_timestamp(new.at / 1000), closed_by = new.closed_by
    from unnest($1::uuid[], $22::float8[], $35::bigint[], $36::text[]) as new (student_id, at, no, closed_by)
    join clock using (student_id)
    where play_session.no = new.no and play_session.closed_at is null
  ), day_over as (
    insert into study_day (student_id, day, credited_ds)
    select student_id, over_day, over_credited
    from unnest($1::uuid[], $37::date[], $38::int[]) as new (student_id, over_day, over_credited)
    join clock using (student_id)
    where over_credited > 0
    on conflict (student_id, day) do update set credited_ds = study_day.credited_ds + excluded.credited_ds
  )
  select student_id from clock`

/** Commits the beats of different students. The ids of the students whose beat is written. */
export async function writeBeats(pool: pg.Pool, beats: BeatWrite[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ student_id: string }>({
    name: 'study write',
    text: writeSql,
    values: [...clockArrays(beats), ...progressArrays(beats), ...beatArrays(beats)],
  })
  return new Set(rows.map((row) => row.student_id))
}

function clockArrays(beats: BeatWrite[]): string[] {
  return [
    arrayOf(beats, ({ key }) => key.studentId),
    arrayOf(beats, ({ version }) => version + 1),
    arrayOf(beats, ({ clock }) => clock.sessionNo),
    arrayOf(beats, ({ clock }) => clock.lastSeq),
    arrayOf(beats, ({ clock }) => clock.accruedAt),
    arrayOf(beats, ({ clock }) => clock.allowance),
    arrayOf(beats, ({ clock }) => clock.grace),
    arrayOf(beats, ({ clock }) => clock.credited),
    arrayOf(beats, ({ clock }) => toText(clock.held)),
    arrayOf(beats, ({ clock }) => clock.presenceId),
    arrayOf(beats, ({ clock }) => clock.presenceLeft),
    arrayOf(beats, ({ clock }) => clock.day),
    arrayOf(beats, ({ clock }) => clock.dayCredited),
  ]
}

function progressArrays(beats: BeatWrite[]): string[] {
  return [
    arrayOf(beats, ({ key }) => key.signCourseId),
    arrayOf(beats, ({ key }) => key.lessonId),
    arrayOf(beats, ({ round }) => round),
    arrayOf(beats, ({ progress }) => toText(progress.covered)),
    arrayOf(beats, ({ progress }) => lengthOf(progress.covered)),
    arrayOf(beats, ({ progress }) => progress.furthest),
    arrayOf(beats, ({ progress }) => progress.resume),
    arrayOf(beats, ({ progress }) => progress.done),
    arrayOf(beats, ({ nowMs }) => nowMs),
  ]
}

function beatArrays(beats: BeatWrite[]): string[] {
  return [
    arrayOf(beats, ({ sessionNo }) => sessionNo),
    arrayOf(beats, ({ key }) => key.seq),
    arrayOf(beats, ({ event }) => event),
    arrayOf(beats, ({ position }) => position),
    arrayOf(beats, ({ intervals }) => toText(intervals)),
    arrayOf(beats, ({ answeredPresenceId }) => answeredPresenceId),
    arrayOf(beats, ({ added }) => added),
    arrayOf(beats, ({ courseDone }) => courseDone),
    arrayOf(beats, ({ presence }) => presence?.id ?? null),
    arrayOf(beats, ({ presence }) => presence?.due ?? null),
    arrayOf(beats, ({ presence }) => presence?.answerBy ?? null),
    arrayOf(beats, ({ key }) => key.playSessionId),
    arrayOf(beats, ({ closes }) => closes?.no ?? null),
    arrayOf(beats, ({ closes }) => closes?.by ?? null),
    arrayOf(beats, ({ dayOver }) => dayOver?.day ?? null),
    arrayOf(beats, ({ dayOver }) => dayOver?.credited ?? null),
  ]
}

export interface StoredKey {
  sessionNo: number
  seq: number
}

/** A stored beat: its content, and the answer it got. */
export interface StoredBeat extends StoredKey {
  event: string
  position: number
  intervals: string
  answeredPresenceId: string | null
  credited: number
  furthest: number
  lessonDone: boolean
  courseDone: boolean
  presence: { id: string; dueAt: Date; answerBy: Date } | null
  at: Date
}

const storedSql = `
  select beat.* from unnest($1::bigint[], $2::int[]) as asked (no, seq)
  join study_beat beat on beat.session_no = asked.no and beat.seq = asked.seq`

/** The beats with these keys, as far as there are any. */
export async function readStored(pool: pg.Pool, keys: StoredKey[]): Promise<StoredBeat[]> {
  const values = [arrayOf(keys, ({ sessionNo }) => sessionNo), arrayOf(keys, ({ seq }) => seq)]
  const { rows } = await pool.query({ name: 'study stored', text: storedSql, values })
  return rows.map((row) => ({
    sessionNo: row.session_no,
    seq: row.seq,
    event: row.event,
    position: row.position_ds,
    intervals: row.intervals,
    answeredPresenceId: row.answered_presence_id,
    credited: row.credited_ds,
    furthest: row.furthest_ds,
    lessonDone: row.lesson_done,
    courseDone: row.course_done,
    presence:
      row.presence_id === null
        ? null
        : {
            id: row.presence_id,
            dueAt: row.presence_due_at,
            answerBy: row.presence_answer_by,
          },
    at: row.at,
  }))
}

const undoneSql = `
  select chosen.id, lesson.id as lesson_id from sign_course chosen
  join lesson on lesson.course_id = chosen.course_id
  left join lesson_progress progress on progress.sign_course_id = chosen.id
    and progress.lesson_id = lesson.id and progress.round = chosen.round
  where chosen.id = any($1::uuid[]) and progress.done_at is null`

/** The lessons still to be done, by sign course, before what is being judged is written. */
export async function readUndone(
  pool: pg.Pool,
  signCourseIds: string[],
): Promise<Map<string, Set<string>>> {
  const values = [arrayOf(signCourseIds, (id) => id)]
  const { rows } = await pool.query<{ id: string; lesson_id: string }>({
    name: 'study undone',
    text: undoneSql,
    values,
  })
  const undone = new Map(signCourseIds.map((id) => [id, new Set<string>()]))
  for (const row of rows) undone.get(row.id)?.add(row.lesson_id)
  return undone
}
