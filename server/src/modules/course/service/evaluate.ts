import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import {
  findEvaluation,
  insertEvaluation,
  isPaid,
  lockSign,
  requireOwnSignCourse,
} from '../../sign/service.ts'
import { courseStudied } from '../../study/service.ts'

type Evaluation = z.output<(typeof clientCalls)['course']['evaluate']['request']>

/**
 * The student's one evaluation of a studied course. The same again answers alike and changes nothing.
 * @throws Refusal course.notPaid, course.notStudied, course.alreadyEvaluated (with other content)
 */
export async function evaluate(deps: Deps, student: StudentActor, input: Evaluation) {
  const row = await requireOwnSignCourse(deps.db, student, input.id)
  const { id: signCourseId, text = '', ...marks } = input
  await inTransaction(deps.db, async (tx) => {
    // two at once: the second waits here and then finds the first one's row
    if (!isPaid(await lockSign(tx, row.signId))) refuse('course.notPaid')
    const before = await findEvaluation(tx, signCourseId)
    if (before) return same(before, { ...marks, text }) || refuse('course.alreadyEvaluated')
    if (!(await courseStudied(tx, signCourseId))) refuse('course.notStudied')
    await insertEvaluation(tx, { signCourseId, ...marks, text })
    await audit(tx, {
      actor: actorOfStudent(student.studentId),
      action: 'course.evaluated',
      subject: signCourseId,
    })
  })
  return null
}

type Content = Omit<Evaluation, 'id' | 'text'> & { text: string }

function same(a: Content, b: Content): boolean {
  return (
    a.content === b.content &&
    a.teacher === b.teacher &&
    a.usefulness === b.usefulness &&
    a.text === b.text
  )
}
