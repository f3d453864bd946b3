import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { audit, studentActorName } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  findEvaluation,
  insertEvaluation,
  isSignPaid,
  lockSign,
  requireOwnSignCourse,
} from '../../learning/sign/service.ts'
import { isSignCourseStudied } from '../../learning/study/service.ts'

type Evaluation = z.output<(typeof clientCalls)['course']['evaluate']['request']>

/**
 * Repeating an identical evaluation succeeds. @throws Refusal course.notPaid, course.notStudied,
 * course.alreadyEvaluated
 */
export async function submitEvaluation(deps: Deps, student: StudentActor, input: Evaluation) {
  const row = await requireOwnSignCourse(deps.db, student, input.id)
  const { id: signCourseId, text = '', ...marks } = input
  await inTransaction(deps.db, async (tx) => {
    // A second evaluation of the same course waits here until the first one is saved.
    if (!isSignPaid(await lockSign(tx, row.signId))) refuse('course.notPaid')
    const before = await findEvaluation(tx, signCourseId)
    if (before) return same(before, { ...marks, text }) || refuse('course.alreadyEvaluated')
    if (!(await isSignCourseStudied(tx, signCourseId))) refuse('course.notStudied')
    await insertEvaluation(tx, { signCourseId, ...marks, text })
    await audit(tx, {
      actor: studentActorName(student.studentId),
      action: 'course.evaluated',
      subject: signCourseId,
    })
  })
  return null
}

type Content = Omit<Evaluation, 'id' | 'text'> & { text: string }

function same(a: Content, b: Content): boolean {
  return a.content === b.content && a.teacher === b.teacher && a.usefulness === b.usefulness && a.text === b.text
}
