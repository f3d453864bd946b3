import type pg from 'pg'
import { preparedQuery } from '../../../platform/db/prepared.ts'
import type { AnswersByQuestion } from '../grade.ts'

/**
 * Starts or resumes many attempts in one statement, with every rule of startRefusalKey as a condition; a start that
 * fails one is checked alone afterwards. A paper older than its question bank or rules is not used. Extra time spreads
 * the captures. Join started attempts with the papers, not with `ready`, which has no index. `num_nulls` as in
 * answer-log.ts. `offset 0` reads the attempts of a candidate once. $1 students; $2 signs; $3 sign courses; $4 consent
 * version; $5 grace in seconds
 */
const beginSql = `
  with clock as (select app_now() as now),
  own as (
    select chosen.id, chosen.student_id, chosen.sign_id, chosen.plan_id, chosen.course_id, chosen.course_version_id, chosen.round
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked (student_id, sign_id, sign_course_id)
    join sign_course chosen on chosen.id = asked.sign_course_id and chosen.student_id = asked.student_id
      and chosen.sign_id = asked.sign_id and chosen.evaluated_at is not null
  ),
  ready as (
    select own.id as sign_course_id, own.student_id, paper.id, paper.round, paper.no, paper.attempts_left, paper.total_points,
      paper.pass_mark, paper.log_hash, consent.mode,
      paper.exam_seconds * (100 + coalesce(extra.percent, 0)) / 100 as seconds
    from own
    join sign on sign.id = own.sign_id and sign.paid_at is not null and sign.refunded_at is null
    join plan on plan.id = own.plan_id and plan.study_end_at > (select now from clock)
    join course on course.id = own.course_id
    cross join lateral (
      select coalesce(max(no) filter (where attempt.round = own.round), 0) as last,
        coalesce(bool_or(submitted_at is null or passed and voided_at is null), false) as barred
      from attempt where attempt.sign_course_id = own.id
    ) sat
    cross join lateral (
      select exam_paper.* from exam_paper
      where exam_paper.sign_course_id = own.id and exam_paper.round = own.round and exam_paper.no = sat.last + 1 offset 0
    ) paper
    cross join lateral (
      select mode, version from exam_consent where exam_consent.sign_course_id = own.id
      order by exam_consent.id desc limit 1
    ) consent
    left join exam_extra_time extra on extra.student_id = own.student_id
    where not sat.barred and consent.version = $4 and paper.bank_version = course.bank_version
      and paper.course_version_id = own.course_version_id
  ),
  made as (
    insert into attempt (id, sign_course_id, student_id, round, no, attempts_left, mode, consent_version, total_points,
      pass_mark, started_at, deadline, heard_at, log_hash, review)
    select id, sign_course_id, student_id, round, no, attempts_left, mode, $4, total_points, pass_mark, now,
      now + interval '1 second' * seconds, now, log_hash, mode = 'MANUAL'
    from ready, clock
    order by sign_course_id
    on conflict do nothing
    returning id, sign_course_id, student_id, mode, started_at, deadline
  ),
  begun as (
    select made.*, paper.shown, case when mode <> 'CAMERA' then '{}' when extra.percent is null then paper.captures else array(
        select second * (100 + extra.percent) / 100 from unnest(paper.captures) with ordinality as plan (second, no) order by no
      ) end as captures
    from made join exam_paper paper using (id)
    left join exam_extra_time extra on extra.student_id = made.student_id
  ),
  due as (
    insert into capture (attempt_id, no, due_at)
    select id, plan.no, started_at + interval '1 second' * plan.seconds
    from begun, unnest(captures) with ordinality as plan (seconds, no)
  )
  select student_id as "studentId", sign_course_id as "signCourseId", id as "attemptId", mode, started_at as "serverNow",
    started_at as "startedAt", started_at as "heardAt", deadline, shown, 0 as "savedSeq", '{}'::jsonb as answers,
    captures as planned, null::json as captures
  from begun
  union all
  select own.student_id, own.id, attempt.id, attempt.mode, now, attempt.started_at, coalesce(attempt.heard_at, attempt.started_at), attempt.deadline, paper.shown, attempt.saved_seq,
    attempt.answers, null, (
      select coalesce(json_agg(json_build_object('no', no, 'dueAt', due_at, 'received', received_at is not null) order by no), '[]')
      from capture where capture.attempt_id = attempt.id)
  from own join attempt on attempt.sign_course_id = own.id and num_nulls(attempt.submitted_at) = 1
  join exam_paper paper on paper.id = attempt.id
  cross join clock
  where now <= attempt.deadline + interval '1 second' * $5`

export interface AttemptStart {
  studentId: string
  signId: string
  signCourseId: string
}

/** Captures of a new attempt are in seconds after the start. */
export interface StartedAttemptRow {
  studentId: string
  signCourseId: string
  attemptId: string
  mode: 'CAMERA' | 'MANUAL'
  serverNow: Date
  startedAt: Date
  heardAt: Date
  deadline: Date
  shown: string
  savedSeq: number
  answers: AnswersByQuestion
  planned: number[] | null
  captures: { no: number; dueAt: string; received: boolean }[] | null
}

/** The order is that of the input; undefined means that nothing can be resumed or started. */
export async function startAttempts(
  pool: pg.Pool,
  begins: AttemptStart[],
  limits: { consentVersion: string; grace: number },
): Promise<(StartedAttemptRow | undefined)[]> {
  // All processes lock rows in one order, so batches wait instead of deadlocking.
  const rows = [...begins].sort((a, b) => (a.signCourseId < b.signCourseId ? -1 : 1))
  const begun = await pool.query<StartedAttemptRow>(
    preparedQuery(beginSql, [
      rows.map((row) => row.studentId),
      rows.map((row) => row.signId),
      rows.map((row) => row.signCourseId),
      limits.consentVersion,
      limits.grace,
    ]),
  )
  const own = new Map(begun.rows.map((row) => [keyOf(row), row]))
  return begins.map((begin) => own.get(keyOf(begin)))
}

/** A batch may contain another student with the same course, so the key has both ids. */
const keyOf = ({ studentId, signCourseId }: { studentId: string; signCourseId: string }) =>
  `${studentId} ${signCourseId}`
