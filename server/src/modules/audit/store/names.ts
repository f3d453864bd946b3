import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Kind } from '../kinds.ts'

/** What rows of these kinds are called today, by id: one statement, however many ids. Whatever is gone, or no row, is left out. */
export async function namesOf(db: Db, kinds: Kind[], ids: string[]): Promise<Map<string, string>> {
  const rowIds = ids.filter((id) => uuid.test(id))
  const [first, ...more] = kinds.map(
    (kind) =>
      sql`select id, name from (${rowsOf[kind]}) as ${sql.ref(kind)} (id, name) where id = any(${rowIds}::uuid[])`,
  )
  if (!first || rowIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    name: string
  }>`${sql.join([first, ...more], sql` union all `)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Each kind as its desk calls it. */
const rowsOf: Record<Kind, RawBuilder<unknown>> = {
  STUDENT: sql`select id, name from student`,
  ATTEMPT: sql`select attempt.id, student.name || ' · ' || course.title from attempt
    join student on student.id = attempt.student_id
    join sign_course on sign_course.id = attempt.sign_course_id
    join course on course.id = sign_course.course_id`,
  REDUCTION: sql`select id, apply_no from reduction`,
  PROOF: sql`select id, number from proof`,
  INVOICE: sql`select id, apply_no from invoice`,
  ORGANISATION: sql`select id, name from organisation`,
  INVITATION: sql`select invitation.id, organisation.name from organisation_invitation invitation
    join organisation on organisation.id = invitation.organisation_id`,
  POSTER: sql`select id, draft_title from poster`,
  QUESTION: sql`select id, '第 ' || no || ' 号试题' from question`,
  COURSE: sql`select id, title from course`,
  SIGN_COURSE: sql`select sign_course.id, course.title from sign_course
    join course on course.id = sign_course.course_id`,
  PLAN: sql`select id, title from plan`,
  STAFF: sql`select id, name from staff`,
}
