import { randomUUID } from 'node:crypto'
import { recordPublicHours } from '../../src/modules/certification_grant/service/record.ts'
import { creditHours } from '../../src/modules/certification_grant/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeStudent, type TestStudent } from './student.ts'

/** Credits professional hours (tenths). @returns the source's id, and whether it was new */
export async function credit(
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

/** Enters public hours (whole or with one decimal). False when the reference was entered before. */
export async function record(
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

/** A year that needs 12 professional and 3 public hours. */
export const smallYear = () => makePlan({ requiredProfessional: 120, requiredPublic: 30 })

/** How the plan's year stands for its student. */
export async function yearOf(student: TestStudent, plan: TestPlan) {
  const { list } = await must(
    'GET /certification_grant/v1/query',
    { year: plan.year },
    student.token,
  )
  return list[0]
}

/** A student with a proof of a small year. */
export async function proven(name = '张三丰', given?: TestPlan) {
  const [student, plan] = await Promise.all([makeStudent({ name }), given ?? smallYear()])
  const { sourceId } = await credit(student, plan, 120)
  await record(student, plan, 3)
  const proofId = (await yearOf(student, plan))?.proofId ?? ''
  const proof = await must('GET /certification_grant/v1/info', { id: proofId }, student.token)
  return { student, plan, sourceId, proof }
}
