import { digestPassword } from '@ce/contract/password'
import type { FastifyInstance } from 'fastify'
import { acceptAgreements, myAgreements } from '../../src/modules/student/service/agreements.ts'
import { importStudent } from '../../src/modules/student/service/register.ts'
import { demoPassword } from '../../src/platform/demo.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { setClock } from './clock.ts'
import { newYear } from './plans.ts'
import { type Wire, wireOf } from './wire.ts'

/** The demo's pharmacists, and since when; ID numbers are well formed and nobody's. */
const people = [
  {
    phone: '13800000001',
    name: '陈思远',
    idNo: '110105199001010096',
    certificateNo: 'DEMO20190001',
    came: { yearsAgo: 1, day: 340.4 },
  },
  {
    phone: '13800000002',
    name: '林晓梅',
    idNo: '110105198505120040',
    certificateNo: 'DEMO20160002',
    came: { yearsAgo: 2, day: 75.6 },
  },
  {
    phone: '13800000003',
    name: '周建国',
    idNo: '110105197811230032',
    certificateNo: 'DEMO20120003',
    came: { yearsAgo: 3, day: 61.4 },
  },
] as const

/** Adds the three demo students, who have accepted the texts; only the first still has the initial password the association gave. */
export async function addPeople(deps: Deps, year: number): Promise<void> {
  for (const { came, ...person } of people) {
    await setClock(
      deps.db,
      new Date(newYear(year - came.yearsAgo).getTime() + came.day * 86_400_000),
    )
    const studentId = await importStudent(
      deps.db,
      {
        ...person,
        idType: 'ID_CARD',
        employer: '江州示例大药房连锁有限公司',
        titleCode: 0,
        initialPasswordChanged: person.phone !== people[0].phone,
      },
      digestPassword(demoPassword),
    )
    const student = { studentId, tokenHash: '' }
    await acceptAgreements(deps, student, await myAgreements(deps, student))
  }
}

/** A demo student's client, signed in. */
export async function signIn(
  app: FastifyInstance,
  phone: string,
  password = demoPassword,
): Promise<Wire> {
  const { token } = await wireOf(app)('POST /student/v1/login', {
    account: phone,
    password: digestPassword(password),
  })
  return wireOf(app, token)
}
