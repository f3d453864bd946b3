import { lockOrMakeSign, replaceChoices, setPaid } from '../../src/modules/sign/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { recordOwner } from '../call-record.ts'
import { deps } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeStudent, type TestStudent } from './student.ts'

export interface TestSign {
  student: TestStudent
  plan: TestPlan
  signId: string
  /** in the plan's order */
  courses: { id: string; planCourseId: string; courseId: string; lessonIds: string[] }[]
}

/** A student signed up for all courses of a plan; paid unless told otherwise (no order behind it). */
export async function makeSign(
  options: { student?: TestStudent; plan?: TestPlan; paid?: boolean } = {},
): Promise<TestSign> {
  const student = options.student ?? (await makeStudent())
  const plan = options.plan ?? (await makePlan())
  const { db } = await deps()
  const signId = await inTransaction(db, async (tx) => {
    const sign = await lockOrMakeSign(tx, student.id, plan.id)
    const planCourseIds = plan.courses.map(({ planCourseId }) => planCourseId)
    await replaceChoices(tx, [{ signId: sign.id, planCourseIds }])
    if (options.paid ?? true) await setPaid(tx, [sign.id])
    return sign.id
  })
  const rows = await db
    .selectFrom('signCourse')
    .select(['id', 'planCourseId'])
    .where('signId', '=', signId)
    .execute()
  const courses = plan.courses.map((course) => {
    const row = rows.find((candidate) => candidate.planCourseId === course.planCourseId)
    if (!row) throw new Error('a chosen course is missing from the sign')
    return { ...course, id: row.id }
  })
  recordOwner(student.token, [signId, ...courses.map(({ id }) => id)])
  return { student, plan, signId, courses }
}
