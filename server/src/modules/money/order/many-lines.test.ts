import { afterAll, expect, it } from 'vitest'
import { listInvitationStates, makeTeamOrder } from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { payAtWechat } from '../../../../test/factories/wechat.ts'
import { countStatements } from '../../../../test/statements.ts'
import { deps, mustEmployer } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { findGateway } from './service/channel.ts'
import { recordPayment } from './service/record-payment.ts'
import { findPayment } from './store/payments.ts'

afterAll(expectMoneyToAddUp)

/** @returns number of statements that run under locks */
async function statementsFor(people: number, closed: boolean): Promise<number> {
  const order = await makeTeamOrder(people)
  const { employer, orderNo, outTradeNo } = order
  if (closed) await mustEmployer('POST /invitation/v1/cancel_order', { orderNo }, employer.token)
  await payAtWechat(order, closed)
  const all = await deps()
  const { db } = all
  const payment = await findPayment(db, outTradeNo)
  const said = payment && (await findGateway(all, payment.channel)?.query(outTradeNo))
  if (!said) throw new Error('nobody paid')
  const { plugin, count } = countStatements()
  const recorded = await inTransaction(db, (tx) => recordPayment(tx.withPlugin(plugin), all, payment, said))
  expect(recorded).toEqual({ kind: 'PAID' })
  expect(new Set(await listInvitationStates(order))).toEqual(new Set(['STUDYING']))
  return count()
}

it('recording a payment for three people takes as many statements as for one', async () => {
  expect(await statementsFor(3, false)).toBe(await statementsFor(1, false))
})

it('reopening an order by a late payment adds no statement per person except for courses', async () => {
  const more = (await statementsFor(3, true)) - (await statementsFor(1, true))
  expect(more).toBeLessThanOrEqual(2 * 2)
})
