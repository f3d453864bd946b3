import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findPlanByYear } from '../../src/modules/catalogue/service.ts'
import { addInvitations } from '../../src/modules/employers/invitation/service.ts'
import { createSeedOrganisation } from '../../src/modules/employers/organisation/service/desk.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { demoEmployer, demoPassword } from '../../src/platform/demo.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { signInDemoStudent } from './people.ts'

/** In the demo, one invitation is accepted, one is open, and one names a person who is not registered. */
const named = [
  { name: '周建国', idNo: '110105197811230032', certificateNo: null },
  { name: '陈思远', idNo: null, certificateNo: 'DEMO20190001' },
  { name: '何文静', idNo: null, certificateNo: 'DEMO20210009' },
]
const agrees = '13800000003'

export async function addDemoEmployer(app: FastifyInstance, deps: Deps, year: number): Promise<void> {
  const plan = await findPlanByYear(deps.db, year)
  if (!plan) throw new Error('the demo has no plan of this year')
  const id = randomUUID()
  const { name, creditCode } = demoEmployer
  const passwordHash = await hashPassword(demoPassword)
  await inTransaction(deps.db, async (tx) => {
    const contact = { contactName: '人事部', contactPhone: '0571-88880000' }
    const password = { passwordHash, mustChangePassword: false }
    await createSeedOrganisation(tx, { id, name, creditCode, ...contact, ...password })
    await addInvitations(tx, { organisationId: id, planId: plan.id }, named)
  })
  const wire = await signInDemoStudent(app, agrees)
  const { list } = await wire('GET /invitation/v1/mine')
  for (const { id: invitation, courseIds } of list)
    await wire('POST /invitation/v1/confirm', { id: invitation, courseIds })
}
