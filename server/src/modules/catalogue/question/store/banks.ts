import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'

export interface QuestionBank {
  courseId: string
  code: string
  title: string
  single: number
  multiple: number
  judge: number
  disabled: number
  /** Nine counts of enabled questions: easy, medium, hard (易 中 难) for each question type. */
  counts: number[]
  tags: string[]
}

export async function listQuestionBanks(db: Db, courseId?: string): Promise<QuestionBank[]> {
  const { rows } = await sql<QuestionBank>`
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

export interface PlanPaperNeed {
  courseId: string
  year: number
  singleCount: number
  multipleCount: number
  judgeCount: number
  mix: number[] | null
}

/** Lists plans whose exams can still be started, with all course versions in use (decision 009). */
export async function listPlanPaperNeeds(db: Db, courseId?: string): Promise<PlanPaperNeed[]> {
  const { rows } = await sql<PlanPaperNeed>`
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
