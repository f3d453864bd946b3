import { sql } from 'kysely'
import { insertEvaluation } from '../../src/modules/sign/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps } from '../world.ts'
import type { TestSign } from './sign.ts'

/** Studies every lesson of one course of a sign in its current round, and evaluates it unless that is done or not wanted. */
export async function finishStudy(
  sign: TestSign,
  courseIndex = 0,
  options: { evaluate?: boolean } = {},
): Promise<void> {
  const course = sign.courses[courseIndex]
  if (!course) throw new Error('the sign has no such course')
  const { db } = await deps()
  await inTransaction(db, async (tx) => {
    await sql`
      insert into lesson_progress (sign_course_id, lesson_id, round, done_at)
      select sign_course.id, lesson.id, sign_course.round, app_now()
      from sign_course join lesson on lesson.course_id = sign_course.course_id
      where sign_course.id = ${course.id}
      on conflict (sign_course_id, lesson_id, round) do update set done_at = app_now()`.execute(tx)
    if ((options.evaluate ?? true) === false) return
    const { rows } = await sql`select from evaluation where sign_course_id = ${course.id}`.execute(
      tx,
    )
    if (rows.length > 0) return
    await insertEvaluation(tx, {
      signCourseId: course.id,
      content: 5,
      teacher: 5,
      usefulness: 4,
      text: '',
    })
  })
}
