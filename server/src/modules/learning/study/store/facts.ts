import type pg from 'pg'
import { preparedQuery } from '../../../../platform/db/prepared.ts'
import type { LessonStudyState, StudyClockState } from '../clock.ts'
import type { TakenOverSessionRemainder } from '../judge.ts'
import { parseMultirange } from '../ranges.ts'

export interface HeartbeatKey {
  studentId: string
  signCourseId: string
  lessonId: string
  playSessionId: string
  seq: number
}

/** All inputs for judging a heartbeat, read from one snapshot. */
export interface HeartbeatFacts {
  /** The database time in milliseconds since 1970. */
  nowMs: number
  today: string
  /** Null if the student has no such sign course. */
  round: number | null
  paid: boolean
  /** The end of study in milliseconds since 1970. */
  studyEndMs: number
  /** Null if the course has no such lesson. */
  duration: number | null
  session: {
    no: number
    signCourseId: string
    lessonId: string
    round: number
    closedBy: 'END' | 'TAKEOVER' | null
    left: TakenOverSessionRemainder
    /** The start of the session in milliseconds since 1970. */
    openedMs: number
  } | null
  newSessionNo: number | null
  /** The end of the session that is open before a start heartbeat. */
  openEndMs: number | null
  clock: (StudyClockState & { version: number }) | null
  progress: LessonStudyState | null
}

/** One statement reads from several modules (decision 002). `(select $1)` keeps the query plan (decision 030). */
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

export async function loadHeartbeatFacts(client: pg.Pool, keys: HeartbeatKey[]): Promise<HeartbeatFacts[]> {
  const { rows } = await client.query<Row>(
    preparedQuery(readSql, [
      formatArrayLiteral(keys, (key) => key.studentId),
      formatArrayLiteral(keys, (key) => key.signCourseId),
      formatArrayLiteral(keys, (key) => key.lessonId),
      formatArrayLiteral(keys, (key) => key.playSessionId),
      formatArrayLiteral(keys, (key) => key.seq),
    ]),
  )
  return rows.map(toFacts)
}

/** The columns of a row that the join did not find are all null. */
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

function toFacts(row: Row): HeartbeatFacts {
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
            left: { time: row.left_ds, held: parseMultirange(row.session_held) },
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
            held: parseMultirange(row.held),
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
            covered: parseMultirange(row.covered),
            furthest: row.furthest_ds,
            resume: row.resume_ds,
            done: row.done,
          },
  }
}

export type ArrayLiteralItem = string | number | boolean | null

/** Formats faster than the driver, but only values that need no escaping. */
export function formatArrayLiteral<Item>(items: Item[], value: (item: Item) => ArrayLiteralItem): string {
  let any = false
  const parts = items.map((item) => {
    const part = value(item)
    if (part === null) return 'null'
    any = true
    return typeof part === 'string' ? `"${part}"` : part
  })
  return any ? `{${parts.join()}}` : '{}'
}
