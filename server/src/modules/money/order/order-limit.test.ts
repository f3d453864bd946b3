import { afterAll, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../../test/factories/catalogue.ts'
import { chosenCourseIds, expectMoneyToAddUp, makeOrder } from '../../../../test/factories/order.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { syncChannelClock } from '../../../../test/factories/wechat.ts'
import { deps, must, passTime } from '../../../../test/world.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { createOrder } from './service/create.ts'

afterAll(expectMoneyToAddUp)

const spent = { key: 'order.ordersSpent' }

async function order(
  most: number,
  student: TestStudent,
  plan: TestPlan,
  change: { courseIds?: string[]; payType?: 'DEMO' | 'WECHAT' } = {},
) {
  class Few extends SettingsReader {
    override async all() {
      return { ...(await super.all()), 'order.ordersPerDay': most }
    }
  }
  const all = await deps()
  const wish = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' as const, ...change }
  const actor = { studentId: student.id, tokenHash: '' }
  return createOrder({ ...all, settings: new Few(all.db) }, actor, wish)
}

async function refusalsOf(asked: Promise<unknown>[]): Promise<unknown[]> {
  const answers = await Promise.allSettled(asked)
  return answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
}

it('refuses orders above the daily limit and keeps the payable order', async () => {
  const { student, plan, orderNo } = await makeOrder()
  const other = { courseIds: chosenCourseIds(plan, [0, 1, 2]) }
  await expect(order(1, student, plan, other)).rejects.toMatchObject(spent)
  expect(await order(1, student, plan)).toMatchObject({ orderNo, status: 'PENDING' })
  await passTime(86_400)
  expect(await order(1, student, plan, other)).toMatchObject({ status: 'PENDING' })
})

it('simultaneous orders for several years cannot exceed the daily limit', async () => {
  const student = await makeStudent()
  const plans = [await makePlan(), await makePlan(), await makePlan()]
  const refused = await refusalsOf(plans.map((plan) => order(1, student, plan)))
  expect(refused).toMatchObject([spent, spent])
})

it('simultaneous changes of payment channel cannot exceed the daily limit', async () => {
  await syncChannelClock()
  const student = await makeStudent()
  const plans = [await makePlan(), await makePlan(), await makePlan()]
  for (const plan of plans) await makeOrder({ student, plan })
  const change = { payType: 'WECHAT' } as const
  const refused = await refusalsOf(plans.map((plan) => order(4, student, plan, change)))
  expect(refused).toMatchObject([spent, spent])
  const { list } = await must('GET /order/v1/my_order', {}, student.token)
  expect(list.filter(({ status }) => status === 'PENDING')).toHaveLength(3)
  expect(list).toHaveLength(4)
})
