import { randomUUID } from 'node:crypto'
import { creditHours } from '../../src/modules/credits/certification_grant/service/credit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeStudent, type TestStudent } from './student.ts'

/** `hours` is in tenths. @returns the id of the source */
export async function giveLedgerHours(
  student: { id: string },
  plan: { year: number },
  hours: number,
  what: { subject?: 'PROFESSIONAL' | 'PUBLIC'; sourceId?: string } = {},
): Promise<string> {
  const world = await deps()
  const { subject = 'PROFESSIONAL', sourceId = randomUUID() } = what
  await inTransaction(world.db, (tx) =>
    creditHours(tx, world, [
      {
        studentId: student.id,
        year: plan.year,
        subject,
        source: subject === 'PUBLIC' ? 'RECORD' : 'COURSE',
        sourceId,
        hours,
        title: '测试课程',
        actor: 'test',
      },
    ]),
  )
  return sourceId
}

/** Makes a student whose proof was issued automatically. */
export async function makeStudentWithProof(
  name = '张三丰',
): Promise<{ student: TestStudent; plan: TestPlan; proofId: string; number: string }> {
  const [student, plan] = await Promise.all([makeStudent({ name }), makePlan({ requiredProfessional: 120 })])
  await giveLedgerHours(student, plan, 120)
  const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, student.token)
  const [{ proofId, number } = { proofId: null, number: null }] = list
  if (!proofId || !number) throw new Error('no proof was issued')
  return { student, plan, proofId, number }
}
