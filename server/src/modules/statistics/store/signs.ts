import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { smallest } from '../fold.ts'

/** course_version has a lesson that somebody's course has not seen to the end in its round */
const learned = sql`coalesce(done.lessons, 0) >= taught.lessons`

/**
 * Of each course somebody has in a year: paid for, learned, sat, passed. A passed course is learned, whatever a later round of it says; a
 * voided sitting passes nothing, and what a merge left with a closed account is another's already (decision 010).
 */
const perCourse = (year: number): RawBuilder<unknown> => sql`
  chosen as materialized (
    select sign_course.id, sign_course.sign_id, sign_course.course_id, sign_course.course_version_id, sign_course.round,
      sign.paid_at is not null and sign.refunded_at is null as paid
    from sign_course join sign on sign.id = sign_course.sign_id join plan on plan.id = sign.plan_id
      join student on student.id = sign.student_id and student.merged_into is null
    where plan.year = ${year}),
  taught as (select version_id, count(*) as lessons from lesson group by version_id),
  done as (
    select progress.sign_course_id, count(*) as lessons
    from lesson_progress progress
    join chosen on chosen.id = progress.sign_course_id and chosen.round = progress.round
    join lesson on lesson.id = progress.lesson_id and lesson.version_id = chosen.course_version_id
    where progress.done_at is not null group by progress.sign_course_id),
  sat as (
    select attempt.sign_course_id, count(*) as attempts, count(*) filter (where passed) as passes, sum(score) as scores
    from attempt join chosen on chosen.id = attempt.sign_course_id
    where submitted_at is not null and voided_at is null group by attempt.sign_course_id),
  per_course as materialized (
    select chosen.*, coalesce(sat.attempts, 0) as attempts, coalesce(sat.passes, 0) as passes, sat.scores,
      coalesce(sat.passes, 0) > 0 or (taught.lessons > 0 and ${learned}) as learned
    from chosen
    left join taught on taught.version_id = chosen.course_version_id
    left join done on done.sign_course_id = chosen.id
    left join sat on sat.sign_course_id = chosen.id)`

/** Each sign of the year: how far, where from. */
const perSign = (year: number): RawBuilder<unknown> => sql`
  whole as (
    select sign_id, bool_and(learned) as learned, bool_and(passes > 0) as passed from per_course group by sign_id),
  earned as (
    select student_id, coalesce(sum(hours) filter (where subject = 'PROFESSIONAL'), 0) as professional,
      coalesce(sum(hours) filter (where subject = 'PUBLIC'), 0) as public
    from hours_ledger where year = ${year} group by student_id),
  per_sign as (
    select nullif(trim(student.city), '') as city, nullif(trim(student.employer), '') as employer,
      sign.paid_at is not null and sign.refunded_at is null as paid,
      coalesce(whole.learned, false) as learned, coalesce(whole.passed, false) as passed,
      coalesce(earned.professional, 0) >= plan.required_professional as professional,
      coalesce(earned.public, 0) >= plan.required_public as public,
      exists (select from proof where proof.student_id = sign.student_id and proof.year = plan.year
        and proof.revoked_at is null) as proven
    from sign join plan on plan.id = sign.plan_id
    join student on student.id = sign.student_id and student.merged_into is null
    left join whole on whole.sign_id = sign.id left join earned on earned.student_id = sign.student_id
    where plan.year = ${year})`

export interface CourseFigures {
  courseId: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  paid: number
  learned: number
  sat: number
  passed: number
  attempts: number
  passedAttempts: number
  averageScore: number | null
}

export interface SignFigures {
  /** null: of all signs, or not filled in; `by` tells */
  by: 'ALL' | 'CITY' | 'EMPLOYER'
  name: string | null
  signed: number
  paid: number
  learned: number
  passed: number
  proven: number
  professional: number
  public: number
  both: number
}

/**
 * How a year went: each course, of those who have paid, with its average where that is not a few people's own marks;
 * and its signs, all of them, by city, by employer, each later step among those who have paid. One statement: both rest
 * on the same look at every lesson and sitting, which is what takes the time.
 */
export async function countSigns(
  db: Db,
  year: number,
): Promise<{ courses: CourseFigures[]; signs: SignFigures[] }> {
  const { rows } = await sql<{ courses: CourseFigures[]; signs: SignFigures[] }>`
    with ${perCourse(year)}, ${perSign(year)},
    course_figures as (
      select course.id as "courseId", course.title, course.subject, count(*) as paid,
        count(*) filter (where learned) as learned, count(*) filter (where attempts > 0) as sat,
        count(*) filter (where passes > 0) as passed, sum(attempts) as attempts,
        sum(passes) as "passedAttempts", case when count(*) filter (where attempts > 0) >= ${smallest}::int
          then round(sum(scores) / nullif(sum(attempts), 0), 1) end as "averageScore"
      from per_course join course on course.id = per_course.course_id
      where paid group by course.id order by course.subject, course.title, course.id),
    sign_figures as (
      select case when grouping(city) = 0 then 'CITY' when grouping(employer) = 0 then 'EMPLOYER' else 'ALL' end as by,
        coalesce(city, employer) as name, count(*) as signed, count(*) filter (where paid) as paid,
        count(*) filter (where paid and learned) as learned,
        count(*) filter (where paid and learned and passed) as passed,
        count(*) filter (where paid and proven) as proven,
        count(*) filter (where paid and professional) as professional,
        count(*) filter (where paid and public) as public,
        count(*) filter (where paid and professional and public) as both
      from per_sign group by grouping sets ((), (city), (employer)))
    select coalesce((select json_agg(course_figures) from course_figures), '[]') as courses,
      coalesce((select json_agg(sign_figures) from sign_figures), '[]') as signs`.execute(db)
  return rows[0] ?? { courses: [], signs: [] }
}
