import { digestPassword } from '@ce/contract/password'
import type { FastifyInstance } from 'fastify'
import { acceptAgreements, listMissingAgreements } from '../../src/modules/student/service/agreements.ts'
import { importStudent } from '../../src/modules/student/service/register.ts'
import { demoPassword } from '../../src/platform/demo.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { setClock } from './clock.ts'
import { startOfYear } from './plans.ts'
import { createDemoClient, type DemoClient } from './wire.ts'

/** The demo's pharmacists with their registration dates. The ID numbers are valid in form but invented. */
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

/** Only the first demo student still has an initial password. */
export async function addDemoStudents(deps: Deps, year: number): Promise<void> {
  for (const { came, ...person } of people) {
    await setClock(deps.db, new Date(startOfYear(year - came.yearsAgo).getTime() + came.day * 86_400_000))
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
    await acceptAgreements(deps, student, await listMissingAgreements(deps, student))
  }
}

export async function signInDemoStudent(
  app: FastifyInstance,
  phone: string,
  password = demoPassword,
): Promise<DemoClient> {
  const { token } = await createDemoClient(app)('POST /student/v1/login', {
    account: phone,
    password: digestPassword(password),
  })
  return createDemoClient(app, token)
}
