import type pg from 'pg'
import type { Clock, Progress } from '../clock.ts'
import type { Left } from '../judge.ts'
import { fromText } from '../ranges.ts'
import { arrayOf } from './array.ts'

/** What one beat is looked up by. */
export interface BeatKey {
  studentId: string
  signCourseId: string
  lessonId: string
  playSessionId: string
  seq: number
}

/** Everything a beat is judged by, read in one snapshot. */
export interface Facts {
  /** the rules' clock, milliseconds since 1970, and its Shanghai day */
  nowMs: number
  today: string
  /** null: no such sign course of this student */
  round: number | null
  paid: boolean
  /** when study in the plan ends, milliseconds since 1970 */
  studyEndMs: number
  /** null: no such lesson in the course */
  duration: number | null
  session: {
    no: number
    signCourseId: string
    lessonId: string
    round: number
    closedBy: 'END' | 'TAKEOVER' | null
    /** taken over: what it may still bring */
    left: Left
    /** when it began, by the rules' clock, milliseconds since 1970 */
    openedMs: number
  } | null
  /** for a start: the number its session will have */
  newSessionNo: number | null
  /** for a start: when study ends in the plan of the session that is open now */
  openEndMs: number | null
  clock: (Clock & { version: number }) | null
  progress: Progress | null
}

/** One statement reads it all, other modules' tables included: decision 002. `(select $1)` keeps its plan: decision 030. */
const readSql = `
  with moment as materialized (select app_now() as at)
  select floor(extract(epoch from moment.at) * 1000)::float8 as now_ms, shanghai_date(moment.at)::text as today,
    chosen.round, sign.paid_at is not null and sign.refunded_at is null as paid,
    floor(extract(epoch from plan.study_end_at) * 1000)::float8 as study_end_ms, lesson.duration_ds,
    session.no, session.sign_course_id, session.lesson_id, session.round as session_round, session.closed_by,
    session.left_ds, session.held as session_held, extract(epoch from session.opened_at)::float8 * 1000 as opened_ms,
    case when beat.seq = 0 and session.no is null then nextval('play_session_no') end as new_no,
    case when beat.seq = 0 then (
      select floor(extract(epoch from its_plan.study_end_at) * 1000)::float8
      from play_session its join sign_course its_course on its_course.id = its.sign_course_id
      join plan its_plan on its_plan.id = its_course.plan_id
      where its.no = clock.session_no) end as open_end_ms,
    clock.version, clock.session_no as open_no, clock.last_seq,
    extract(epoch from clock.accrued_at)::float8 as accrued, clock.allowance_ds, clock.grace_ds,
    clock.credited_ds as clock_credited_ds, clock.held, clock.presence_id, clock.presence_left_ds,
    clock.presence_late_ds, clock.day::text as day, clock.day_ds, clock.day_beats,
    progress.covered, progress.furthest_ds, progress.resume_ds, progress.done_at is not null as done
  from moment
  cross join unnest((select $1::uuid[]), $2::uuid[], $3::uuid[], $4::uuid[], $5::int[])
    with ordinality as beat (student_id, sign_course_id, lesson_id, play_session_id, seq, place)
  left join sign_course chosen on chosen.id = beat.sign_course_id and chosen.student_id = beat.student_id
  left join sign on sign.id = chosen.sign_id
  left join plan on plan.id = chosen.plan_id
  left join lesson on lesson.id = beat.lesson_id and lesson.version_id = chosen.course_version_id
  left join study_clock clock on clock.student_id = beat.student_id
  left join play_session session on session.student_id = beat.student_id and session.id = beat.play_session_id
  left join lesson_progress progress on progress.sign_course_id = chosen.id
    and progress.lesson_id = lesson.id and progress.round = chosen.round
  order by beat.place`

/** In the keys' order. */
export async function readFacts(client: pg.Pool, keys: BeatKey[]): Promise<Facts[]> {
  const { rows } = await client.query<Row>({
    name: 'study read',
    text: readSql,
    values: [
      arrayOf(keys, (key) => key.studentId),
      arrayOf(keys, (key) => key.signCourseId),
      arrayOf(keys, (key) => key.lessonId),
      arrayOf(keys, (key) => key.playSessionId),
      arrayOf(keys, (key) => key.seq),
    ],
  })
  return rows.map(toFacts)
}

/** A row of readSql. The columns of one joined table are null together, told by its first here: no, version, covered. */
interface Row {
  now_ms: number
  today: string
  round: number | null
  paid: boolean | null
  study_end_ms: number | null
  duration_ds: number | null
  no: number | null
  sign_course_id: string
  lesson_id: string
  session_round: number
  closed_by: 'END' | 'TAKEOVER' | null
  left_ds: number
  session_held: string
  opened_ms: number
  new_no: number | null
  open_end_ms: number | null
  version: number | null
  open_no: number | null
  last_seq: number
  accrued: number
  allowance_ds: number
  grace_ds: number
  clock_credited_ds: number
  held: string
  presence_id: string
  presence_left_ds: number
  presence_late_ds: number
  day: string
  day_ds: number
  day_beats: number
  covered: string | null
  furthest_ds: number
  resume_ds: number
  done: boolean
}

function toFacts(row: Row): Facts {
  return {
    nowMs: row.now_ms,
    today: row.today,
    round: row.round,
    paid: row.paid === true,
    studyEndMs: row.study_end_ms ?? 0,
    duration: row.duration_ds,
    session:
      row.no === null
        ? null
        : {
            no: row.no,
            signCourseId: row.sign_course_id,
            lessonId: row.lesson_id,
            round: row.session_round,
            closedBy: row.closed_by,
            left: { time: row.left_ds, held: fromText(row.session_held) },
            openedMs: row.opened_ms,
          },
    newSessionNo: row.new_no,
    openEndMs: row.open_end_ms,
    clock:
      row.version === null
        ? null
        : {
            version: row.version,
            sessionNo: row.open_no,
            lastSeq: row.last_seq,
            accruedAt: Math.round(row.accrued * 10),
            allowance: row.allowance_ds,
            grace: row.grace_ds,
            credited: row.clock_credited_ds,
            held: fromText(row.held),
            presenceId: row.presence_id,
            presenceLeft: row.presence_left_ds,
            presenceLate: row.presence_late_ds,
            day: row.day,
            dayCredited: row.day_ds,
            dayBeats: row.day_beats,
          },
    progress:
      row.covered === null
        ? null
        : {
            covered: fromText(row.covered),
            furthest: row.furthest_ds,
            resume: row.resume_ds,
            done: row.done,
          },
  }
}
