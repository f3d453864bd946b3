import type { FastifyInstance } from 'fastify'
import { reissueProof, revokeProof } from '../../src/modules/certification_grant/service/desk.ts'
import { recordPublicHours } from '../../src/modules/certification_grant/service/record.ts'
import { creditHours } from '../../src/modules/certification_grant/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { atWork } from './at-work.ts'
import { passSeconds, setClock } from './clock.ts'
import { evaluateCourse, sitExam, studyCourse } from './learner.ts'
import { signIn } from './people.ts'
import { newYear } from './plans.ts'
import { keepExam } from './reviews.ts'
import { coursesOf, signUp } from './years.ts'

const day = 86_400

/** 13800000003 tried the portal out before the year: the proof of a trial. */
export async function liveTrialYear(
  app: FastifyInstance,
  deps: Deps,
  { trialYear, year }: { trialYear: number; year: number },
): Promise<void> {
  await setClock(deps.db, new Date(newYear(year).getTime() + 65.4 * day * 1000))
  const wire = await signIn(app, '13800000003')
  const signId = await signUp(app, wire, trialYear)
  for (const course of await coursesOf(wire, signId)) {
    await studyCourse(wire, deps.db, course.id)
    await evaluateCourse(wire, course.id)
    await keepExam(deps, await sitExam(wire, deps.db, { signId, id: course.id }, 'NONE'))
  }
}

/** The proof of 13800000003's last year is issued anew: the first one is replaced, the second one is valid. */
export async function replaceProof(deps: Deps, year: number): Promise<void> {
  await passSeconds(deps.db, day)
  const { id } = await proofOf(deps, '13800000003', year)
  const academic = await atWork(deps, 'academic', ['proof.decide'])
  await reissueProof(deps, academic, { id, reason: '核对执业单位名称后重新签发' })
}

/** The past hours of 13800000001 were brought along at the import, and their proof is revoked until they are corrected. */
export async function revokeProofOfImported(deps: Deps, year: number): Promise<void> {
  await setClock(deps.db, new Date(newYear(year).getTime() + 345.4 * day * 1000))
  const phone = '13800000001'
  const student = await deps.db
    .selectFrom('student')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
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
  await passSeconds(deps.db, day)
  const { id } = await proofOf(deps, phone, year)
  const academic = await atWork(deps, 'academic', ['proof.decide'])
  await revokeProof(deps, academic, { id, reason: '补录的学时与纸质档案不一致，更正后另行签发' })
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
