import { afterAll, expect, it } from 'vitest'
import {
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  ordersOf,
  type TestEmployer,
} from '../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { passTimeEverywhere, pay } from '../../../test/factories/wechat.ts'
import { deps } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import type { EmployerAtWork } from '../../platform/employer-calls.ts'
import { SettingsReader } from '../../platform/settings.ts'
import { changeChannel, createOrder } from './service/order.ts'

afterAll(expectMoneyToAddUp)

/** An employer may open so many orders a day. */
async function few(most = 1): Promise<Deps> {
  class Few extends SettingsReader {
    override async all() {
      return { ...(await super.all()), 'invitation.ordersPerDay': most }
    }
  }
  const all = await deps()
  return { ...all, settings: new Few(all.db) }
}

const atWork = ({ id, creditCode }: TestEmployer): EmployerAtWork => ({
  ...{ organisationId: id, name: '', creditCode },
  ...{ mustChangePassword: false, tokenHash: '', ip: '' },
})
const order = async (employer: TestEmployer, ids: string[]) =>
  createOrder(await few(), atWork(employer), { ids, payType: 'WECHAT', vouchedFor: [] })

it('an employer that orders all day is refused one more, and keeps the order that can be paid', async () => {
  const team = await makeTeamOrder(1)
  const { employer, orderNo, ids } = team
  const others = await makeTeam(1, { employer })
  await expect(order(employer, others.ids)).rejects.toMatchObject({ key: 'order.ordersSpent' })
  // the same people once more are no other order; by another channel they are
  expect(await order(employer, ids)).toMatchObject({ orderNo, status: 'PENDING' })
  const change = { orderNo, payType: 'ALIPAY' as const }
  await expect(changeChannel(await few(), atWork(employer), change)).rejects.toMatchObject({
    key: 'order.ordersSpent',
  })
  expect(await ordersOf(team)).toMatchObject([{ orderNo, status: 'PENDING', payType: 'WECHAT' }])
  expect(await pay(team)).toBe(true)
  await passTimeEverywhere(86_400)
  expect(await order(employer, others.ids)).toMatchObject({ status: 'PENDING' })
})

it('counts orders that are sent all at once one after the other', async () => {
  const employer = await makeEmployer()
  const teams = [
    await makeTeam(1, { employer }),
    await makeTeam(1, { employer }),
    await makeTeam(1, { employer }),
  ]
  const answers = await Promise.allSettled(teams.map(({ ids }) => order(employer, ids)))
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ key: 'order.ordersSpent' }, { key: 'order.ordersSpent' }])
})

it('counts changes of the channel that are sent all at once, before the new orders are there', async () => {
  const employer = await makeEmployer()
  const teams = [
    await makeTeamOrder(1, { employer }),
    await makeTeamOrder(1, { employer }),
    await makeTeamOrder(1, { employer }),
  ]
  const one = await few(4)
  const answers = await Promise.allSettled(
    teams.map(({ orderNo }) =>
      changeChannel(one, atWork(employer), { orderNo, payType: 'ALIPAY' }),
    ),
  )
  const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject([{ key: 'order.ordersSpent' }, { key: 'order.ordersSpent' }])
  const orders = teams[0] ? await ordersOf(teams[0]) : []
  expect(orders.filter(({ status }) => status === 'PENDING')).toHaveLength(3)
  expect(orders).toHaveLength(4)
})
