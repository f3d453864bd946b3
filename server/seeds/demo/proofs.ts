import type { FastifyInstance } from 'fastify'
import { creditHours } from '../../src/modules/credits/certification_grant/service/credit.ts'
import { reissueProof, revokeProofInTransaction } from '../../src/modules/credits/certification_grant/service/desk.ts'
import { recordPublicHours } from '../../src/modules/credits/certification_grant/service/record.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { findActingDemoStaff } from './acting-staff.ts'
import { advanceClock, setClock } from './clock.ts'
import { studyCourse, submitCourseEvaluation, takeDemoExam } from './learner.ts'
import { signInDemoStudent } from './people.ts'
import { startOfYear } from './plans.ts'
import { confirmExamResult } from './reviews.ts'
import { listCoursesOfDemoSign, signUpDemoStudent } from './years.ts'

const day = 86_400

export async function simulateTrialYear(
  app: FastifyInstance,
  deps: Deps,
  { trialYear, year }: { trialYear: number; year: number },
): Promise<void> {
  await setClock(deps.db, new Date(startOfYear(year).getTime() + 65.4 * day * 1000))
  const wire = await signInDemoStudent(app, '13800000003')
  const signId = await signUpDemoStudent(app, wire, trialYear)
  for (const course of await listCoursesOfDemoSign(wire, signId)) {
    await studyCourse(wire, deps.db, course.id)
    await submitCourseEvaluation(wire, course.id)
    await confirmExamResult(deps, await takeDemoExam(wire, deps.db, { signId, id: course.id }, 'NONE'))
  }
}

export async function reissueDemoProof(deps: Deps, year: number): Promise<void> {
  await advanceClock(deps.db, day)
  const { id } = await proofOf(deps, '13800000003', year)
  const academic = await findActingDemoStaff(deps, 'academic', ['proof.decide'])
  await reissueProof(deps, academic, { id, reason: '核对执业单位名称后重新签发' })
}

/** The student's imported past hours must be corrected before a new proof. */
export async function revokeImportedStudentProof(deps: Deps, year: number): Promise<void> {
  await setClock(deps.db, new Date(startOfYear(year).getTime() + 345.4 * day * 1000))
  const phone = '13800000001'
  const student = await deps.db.selectFrom('student').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  await inTransaction(deps.db, (tx) =>
    creditHours(tx, deps, [
      {
        ...{ studentId: student.id, year, subject: 'PROFESSIONAL', source: 'ADJUST', hours: 600 },
        ...{ title: '纸质档案补录', sourceId: `paper/${year}`, actor: 'staff:demo' },
      },
    ]),
  )
  await recordPublicHours(deps, {
    ...{ account: phone, year, actor: 'staff:demo', hours: 30 },
    ...{ title: '公需科目：纸质档案补录', reference: `GX-${year}-0003` },
  })
  await advanceClock(deps.db, day)
  const { id } = await proofOf(deps, phone, year)
  const academic = await findActingDemoStaff(deps, 'academic', ['proof.decide'])
  await revokeProofInTransaction(deps, academic, { id, reason: '补录的学时与纸质档案不一致，更正后另行签发' })
}

function proofOf({ db }: Deps, phone: string, year: number) {
  return db
    .selectFrom('proof')
    .innerJoin('student', 'student.id', 'proof.studentId')
    .select('proof.id')
    .where('student.phone', '=', phone)
    .where('proof.year', '=', year)
    .where('proof.revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
}
