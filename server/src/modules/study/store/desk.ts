import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

const mostFound = 20

/** Students by a phone number, or by the id of a sign or of one of its courses: exactly, never a part. */
export async function findLearners(
  db: Db,
  by: { phone: string } | { id: string },
): Promise<{ id: string; name: string; phone: string }[]> {
  const query = db.selectFrom('student').select(['id', 'name', 'phone']).limit(mostFound)
  if ('phone' in by) return query.where('phone', '=', by.phone).execute()
  return query
    .where((where) =>
      where.or([
        where('id', 'in', db.selectFrom('sign').select('studentId').where('id', '=', by.id)),
        where('id', 'in', db.selectFrom('signCourse').select('studentId').where('id', '=', by.id)),
      ]),
    )
    .execute()
}

/** The phone as it is: the service masks it. */
export function findLearner(db: Db, id: string) {
  return db
    .selectFrom('student')
    .select(['id', 'name', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** How much of each sign course is credited in its current round: seconds, and lessons done. */
export async function creditBySignCourse(
  db: Db,
  studentId: string,
): Promise<Map<string, { credited: number; refused: number }>> {
  const { rows } = await sql<{ id: string; credited: number; refused: number }>`
    select chosen.id,
      coalesce((select sum(progress.credited_ds) from lesson_progress progress
        where progress.sign_course_id = chosen.id and progress.round = chosen.round), 0)::int as credited,
      (select count(*) from study_refusal refused
        where refused.sign_course_id = chosen.id and refused.round = chosen.round)::int as refused
    from sign_course chosen where chosen.student_id = ${studentId}`.execute(db)
  return new Map(rows.map(({ id, credited, refused }) => [id, { credited, refused }]))
}
