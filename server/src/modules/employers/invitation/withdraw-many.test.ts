import { expect, it } from 'vitest'
import { listInvitationStates, makeTeam, makeTeamOrder } from '../../../../test/factories/employer.ts'
import { countStatements } from '../../../../test/statements.ts'
import { deps, employerCall, mustEmployer } from '../../../../test/world.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withdrawInvitations } from './service/answer.ts'

/** @returns number of SQL statements that a removal of this many people takes */
async function statementsFor(people: number): Promise<number> {
  const { employer, ids, plan, students } = await makeTeam(people)
  const all = await deps()
  const { plugin, count } = countStatements()
  const session = { mustChangePassword: false, tokenHash: '', ip: '127.0.0.1' }
  const { id: organisationId, name, creditCode } = employer
  const actor = { ...session, organisationId, name, creditCode }
  const db: Db = all.db.withPlugin(plugin)
  expect(await withdrawInvitations({ ...all, db }, actor, { ids })).toEqual({ withdrawn: people })
  expect(new Set(await listInvitationStates({ employer, ids, plan, students }))).toEqual(new Set(['NONE']))
  return count()
}

it('removing three people from an employer list takes as many SQL statements as removing one', async () => {
  expect(await statementsFor(3)).toBe(await statementsFor(1))
})

it('removes none of the chosen people while an order contains one of them', async () => {
  const order = await makeTeamOrder(1)
  const { employer, plan } = order
  const more = await makeTeam(2, { employer, plan })
  const ids = [...more.ids, ...order.ids]
  const answer = await employerCall('POST /invitation/v1/withdraw', { ids }, employer.token)
  expect(answer.key).toBe('invitation.ordered')
  expect(await listInvitationStates(more)).toEqual(['CONFIRMED', 'CONFIRMED'])
  const { orderNo } = order
  await mustEmployer('POST /invitation/v1/cancel_order', { orderNo }, employer.token)
  const off = await mustEmployer('POST /invitation/v1/withdraw', { ids }, employer.token)
  expect(off).toEqual({ withdrawn: 3 })
})
