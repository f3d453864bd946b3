import { afterAll, expect, it } from 'vitest'
import { makeTeamOrder, statesOf } from '../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { pay } from '../../../test/factories/wechat.ts'
import { countStatements } from '../../../test/statements.ts'
import { deps, mustEmployer } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { gatewayOf } from './service/channel.ts'
import { recordPayment } from './service/record-payment.ts'
import { findPayment } from './store/payments.ts'

afterAll(expectMoneyToAddUp)

/** Books what was paid for an order of so many people. @returns how many statements that took under its locks */
async function statementsFor(people: number, closed: boolean): Promise<number> {
  const order = await makeTeamOrder(people)
  const { employer, orderNo, outTradeNo } = order
  if (closed) await mustEmployer('POST /invitation/v1/cancel_order', { orderNo }, employer.token)
  await pay(order, closed)
  const all = await deps()
  const { db } = all
  const payment = await findPayment(db, outTradeNo)
  const said = payment && (await gatewayOf(all, payment.channel)?.query(outTradeNo))
  if (!said) throw new Error('nobody paid')
  const { plugin, count } = countStatements()
  const recorded = await inTransaction(db, (tx) =>
    recordPayment(tx.withPlugin(plugin), all, payment, said),
  )
  expect(recorded).toEqual({ kind: 'PAID' })
  expect(new Set(await statesOf(order))).toEqual(new Set(['STUDYING']))
  return count()
}

it('the money of three takes as many statements as that of one', async () => {
  expect(await statementsFor(3, false)).toBe(await statementsFor(1, false))
})

it('an order that is revived takes no more of each than its choice of courses', async () => {
  const more = (await statementsFor(3, true)) - (await statementsFor(1, true))
  expect(more).toBeLessThanOrEqual(2 * 2)
})
