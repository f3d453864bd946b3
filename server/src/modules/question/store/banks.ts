import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export interface Bank {
  courseId: string
  code: string
  title: string
  single: number
  multiple: number
  judge: number
  disabled: number
  /** enabled ones, 易 中 难 of each type in the types' order */
  counts: number[]
  tags: string[]
}

/** What each course's bank holds; all courses, or one. */
export async function listBanks(db: Db, courseId?: string): Promise<Bank[]> {
  const { rows } = await sql<Bank>`
    select course.id as course_id, course.code, course.title, counts.*, coalesce(tagged.tags, '{}') as tags
    from course
    cross join lateral (
      select count(*) filter (where enabled and type = 'SINGLE')::int as single,
        count(*) filter (where enabled and type = 'MULTIPLE')::int as multiple,
        count(*) filter (where enabled and type = 'JUDGE')::int as judge,
        count(*) filter (where not enabled)::int as disabled,
        array(
          select count(found.id)::int
          from unnest(array['SINGLE', 'MULTIPLE', 'JUDGE']) with ordinality as type (name, place)
          cross join generate_series(1, 3) as level
          left join question found on found.course_id = course.id and found.enabled
            and found.type = type.name and found.difficulty = level
          group by type.place, level order by type.place, level
        ) as counts
      from question where question.course_id = course.id
    ) counts
    left join lateral (
      select array_agg(distinct tag order by tag) as tags
      from question, unnest(question.tags) as tag where question.course_id = course.id
    ) tagged on true
    where ${courseId ?? null}::uuid is null or course.id = ${courseId ?? null}::uuid
    order by course.title, course.id`.execute(db)
  return rows
}

/** What a paper draws from a course's bank for students of a plan. */
export interface PaperNeed {
  courseId: string
  year: number
  singleCount: number
  multipleCount: number
  judgeCount: number
  mix: number[] | null
}

/**
 * Of plans in which an exam can still begin, newest first; all courses, or one. By the version new students get and by
 * those that others of the plan are still examined by (decision 009).
 */
export async function listPaperNeeds(db: Db, courseId?: string): Promise<PaperNeed[]> {
  const { rows } = await sql<PaperNeed>`
    select distinct plan_course.course_id, plan.year, single_count, multiple_count, judge_count, mix
    from plan_course join plan on plan.id = plan_course.plan_id
    join course on course.id = plan_course.course_id
    join course_version version on version.course_id = course.id and (version.id = course.current_version_id
      or exists (select from sign_course chosen join sign on sign.id = chosen.sign_id and sign.paid_at is not null
        where chosen.course_version_id = version.id and chosen.plan_id = plan.id))
    where app_now() < plan.study_end_at
      and (${courseId ?? null}::uuid is null or plan_course.course_id = ${courseId ?? null}::uuid)
    order by plan.year desc`.execute(db)
  return rows
}
