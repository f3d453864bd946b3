import { lockOrCreateSign, replaceChosenCourses, setSignsPaidAt } from '../../src/modules/learning/sign/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { recordRowOwner } from '../call-record.ts'
import { deps } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeStudent, type TestStudent } from './student.ts'

export interface TestSign {
  student: TestStudent
  plan: TestPlan
  signId: string
  courses: { id: string; planCourseId: string; courseId: string; lessonIds: string[] }[]
}

/** The sign counts as paid by default, without an order. */
export async function makeSign(
  options: { student?: TestStudent; plan?: TestPlan; paid?: boolean } = {},
): Promise<TestSign> {
  const student = options.student ?? (await makeStudent())
  const plan = options.plan ?? (await makePlan())
  const { db } = await deps()
  const signId = await inTransaction(db, async (tx) => {
    const sign = await lockOrCreateSign(tx, student.id, plan.id)
    const planCourseIds = plan.courses.map(({ planCourseId }) => planCourseId)
    await replaceChosenCourses(tx, [{ signId: sign.id, planCourseIds }])
    if (options.paid ?? true) await setSignsPaidAt(tx, [sign.id])
    return sign.id
  })
  const rows = await db.selectFrom('signCourse').select(['id', 'planCourseId']).where('signId', '=', signId).execute()
  const courses = plan.courses.map((course) => {
    const row = rows.find((candidate) => candidate.planCourseId === course.planCourseId)
    if (!row) throw new Error('a chosen course is missing from the sign')
    return { ...course, id: row.id }
  })
  recordRowOwner(student.token, [signId, ...courses.map(({ id }) => id)])
  return { student, plan, signId, courses }
}
