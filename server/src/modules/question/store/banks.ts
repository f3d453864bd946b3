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
        count(*) filter (where not enabled)::int as disabled
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

/** What a paper of a plan draws from a course's bank. */
export interface PaperNeed {
  courseId: string
  year: number
  single: number
  multiple: number
  judge: number
}

/** Of plans in which an exam can still begin, newest first; all courses, or one. */
export async function listPaperNeeds(db: Db, courseId?: string): Promise<PaperNeed[]> {
  const { rows } = await sql<PaperNeed>`
    select plan_course.course_id, plan.year, single_count as single, multiple_count as multiple, judge_count as judge
    from plan_course join plan on plan.id = plan_course.plan_id
    where app_now() < plan.study_end_at
      and (${courseId ?? null}::uuid is null or plan_course.course_id = ${courseId ?? null}::uuid)
    order by plan.year desc`.execute(db)
  return rows
}
