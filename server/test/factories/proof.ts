import { randomUUID } from 'node:crypto'
import { creditHours } from '../../src/modules/credits/certification_grant/service/credit.ts'
import { recordPublicHours } from '../../src/modules/credits/certification_grant/service/record.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeStudent, type TestStudent } from './student.ts'

/** Credits professional hours in tenths. @returns the id of the source, and whether the credit is new */
export async function creditProfessionalHours(
  student: TestStudent,
  plan: TestPlan,
  hours: number,
  sourceId: string = randomUUID(),
) {
  const world = await deps()
  const added = await inTransaction(world.db, (tx) =>
    creditHours(tx, world, [
      {
        studentId: student.id,
        year: plan.year,
        subject: 'PROFESSIONAL',
        source: 'COURSE',
        sourceId,
        hours,
        title: '测试课程',
        actor: 'test',
      },
    ]),
  )
  return { added: added.length > 0, sourceId }
}

/** @returns false when the reference was recorded before */
export async function recordTestHours(
  student: TestStudent,
  plan: TestPlan,
  hours: number,
  reference: string = randomUUID(),
) {
  return recordPublicHours(await deps(), {
    account: student.phone,
    year: plan.year,
    hours,
    title: '公需科目',
    reference,
    actor: 'test',
  })
}

export const makePlanWithFewHours = () => makePlan({ requiredProfessional: 120, requiredPublic: 30 })

export async function readStudentYear(student: TestStudent, plan: TestPlan) {
  const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, student.token)
  return list[0]
}

export async function makeProvenStudent(name = '张三丰', given?: TestPlan) {
  const [student, plan] = await Promise.all([makeStudent({ name }), given ?? makePlanWithFewHours()])
  const { sourceId } = await creditProfessionalHours(student, plan, 120)
  await recordTestHours(student, plan, 3)
  const proofId = (await readStudentYear(student, plan))?.proofId ?? ''
  const proof = await must('GET /certification_grant/v1/info', { id: proofId }, student.token)
  return { student, plan, sourceId, proof }
}
