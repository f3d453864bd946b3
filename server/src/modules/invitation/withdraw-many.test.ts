import { expect, it } from 'vitest'
import { makeTeam, makeTeamOrder, statesOf } from '../../../test/factories/employer.ts'
import { countStatements } from '../../../test/statements.ts'
import { deps, employerCall, mustEmployer } from '../../../test/world.ts'
import type { Db } from '../../platform/db/database.ts'
import { withdraw } from './service/withdraw.ts'

/** Takes so many off their list. @returns how many statements that took */
async function statementsFor(people: number): Promise<number> {
  const { employer, ids, plan, students } = await makeTeam(people)
  const all = await deps()
  const { plugin, count } = countStatements()
  const session = { mustChangePassword: false, tokenHash: '', ip: '127.0.0.1' }
  const { id: organisationId, name, creditCode } = employer
  const actor = { ...session, organisationId, name, creditCode }
  const db: Db = all.db.withPlugin(plugin)
  expect(await withdraw({ ...all, db }, actor, { ids })).toEqual({ withdrawn: people })
  expect(new Set(await statesOf({ employer, ids, plan, students }))).toEqual(new Set(['NONE']))
  return count()
}

it('three are taken off a list by as many statements as one', async () => {
  expect(await statementsFor(3)).toBe(await statementsFor(1))
})

it('nobody is while an order holds one of them', async () => {
  const order = await makeTeamOrder(1)
  const { employer, plan } = order
  const more = await makeTeam(2, { employer, plan })
  const ids = [...more.ids, ...order.ids]
  const answer = await employerCall('POST /invitation/v1/withdraw', { ids }, employer.token)
  expect(answer.key).toBe('invitation.ordered')
  expect(await statesOf(more)).toEqual(['CONFIRMED', 'CONFIRMED'])
  const { orderNo } = order
  await mustEmployer('POST /invitation/v1/cancel_order', { orderNo }, employer.token)
  const off = await mustEmployer('POST /invitation/v1/withdraw', { ids }, employer.token)
  expect(off).toEqual({ withdrawn: 3 })
})
