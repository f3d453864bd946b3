import { afterAll, expect, it } from 'vitest'
import {
  listTeamOrders,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  type TestEmployer,
} from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { passTimeEverywhere, payAtWechat } from '../../../../test/factories/wechat.ts'
import { deps } from '../../../../test/world.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerCaller } from '../../../platform/employer-calls.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { changeChannelOfMembersOrder, createOrderForMembers } from './service/order.ts'

afterAll(expectMoneyToAddUp)

/** Limits the orders of an employer per day. */
async function few(most = 1): Promise<Deps> {
  class Few extends SettingsReader {
    override async all() {
      return { ...(await super.all()), 'invitation.ordersPerDay': most }
    }
  }
  const all = await deps()
  return { ...all, settings: new Few(all.db) }
}

const atWork = ({ id, creditCode }: TestEmployer): EmployerCaller => ({
  ...{ organisationId: id, name: '', creditCode },
  ...{ mustChangePassword: false, tokenHash: '', ip: '' },
})
const order = async (employer: TestEmployer, ids: string[]) =>
  createOrderForMembers(await few(), atWork(employer), { ids, payType: 'WECHAT', vouchedFor: [] })

it('refuses orders of an employer above the daily limit and keeps the order still to be paid', async () => {
  const team = await makeTeamOrder(1)
  const { employer, orderNo, ids } = team
  const others = await makeTeam(1, { employer })
  await expect(order(employer, others.ids)).rejects.toMatchObject({ key: 'order.ordersSpent' })
  expect(await order(employer, ids)).toMatchObject({ orderNo, status: 'PENDING' })
  const change = { orderNo, payType: 'ALIPAY' as const }
  await expect(changeChannelOfMembersOrder(await few(), atWork(employer), change)).rejects.toMatchObject({
    key: 'order.ordersSpent',
  })
  expect(await listTeamOrders(team)).toMatchObject([{ orderNo, status: 'PENDING', payType: 'WECHAT' }])
  expect(await payAtWechat(team)).toBe(true)
  await passTimeEverywhere(86_400)
  expect(await order(employer, others.ids)).toMatchObject({ status: 'PENDING' })
})

it('counts simultaneous orders of an employer one after another', async () => {
  const employer = await makeEmployer()
  const teams = [await makeTeam(1, { employer }), await makeTeam(1, { employer }), await makeTeam(1, { employer })]
  const answers = await Promise.allSettled(teams.map(({ ids }) => order(employer, ids)))
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ key: 'order.ordersSpent' }, { key: 'order.ordersSpent' }])
})

it('counts simultaneous changes of payment channel before their new orders exist', async () => {
  const employer = await makeEmployer()
  const teams = [
    await makeTeamOrder(1, { employer }),
    await makeTeamOrder(1, { employer }),
    await makeTeamOrder(1, { employer }),
  ]
  const one = await few(4)
  const answers = await Promise.allSettled(
    teams.map(({ orderNo }) => changeChannelOfMembersOrder(one, atWork(employer), { orderNo, payType: 'ALIPAY' })),
  )
  const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject([{ key: 'order.ordersSpent' }, { key: 'order.ordersSpent' }])
  const orders = teams[0] ? await listTeamOrders(teams[0]) : []
  expect(orders.filter(({ status }) => status === 'PENDING')).toHaveLength(3)
  expect(orders).toHaveLength(4)
})
