import { beforeAll, describe, expect, it } from 'vitest'
import { cancelOrder, makeOrder, tryOrder } from '../../../test/factories/order.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { deps, somebodyWaits, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import {
  findDeskPlan,
  listDeskPlanCourses,
  lockDeskPlan,
  updateDeskPlan,
} from '../catalogue/service/desk.ts'
import { contentOf } from './service/save.ts'

let academic: TestStaff
beforeAll(async () => {
  academic = await makeStaff({ permissions: ['teaching.read', 'teaching.edit'] })
})

/** What the desk sends to save a plan otherwise than it stands. */
async function changeOf(id: string) {
  const { db } = await deps()
  const there = await findDeskPlan(db, id)
  if (!there) throw new Error('no plan')
  const content = contentOf(there, await listDeskPlanCourses(db, id))
  const save = (change: object) =>
    staffCall(
      'POST /plan/v1/save',
      { id, version: there.version, content: { ...content, ...change } },
      academic.token,
    )
  return { content, save }
}

describe('a plan with orders that wait for payment', () => {
  it('keeps what they are for: any of them may be paid at any moment', async () => {
    const order = await makeOrder()
    const { content, save } = await changeOf(order.plan.id)
    expect(await save({ requiredHours: { professional: 18, public: 0 } })).toMatchObject({
      key: 'plan.ordered',
      msg: expect.stringContaining('有 1 名学员的订单正等待支付，专业科目要求学时暂时不能改'),
    })
    expect(await save({ studyEndAt: content.signEndAt })).toMatchObject({
      key: 'plan.ordered',
      data: { locked: '学习截止时间' },
    })
    await cancelOrder(order)
    expect(await save({ price: 1 })).toMatchObject({ code: 1 })
  })

  it('is changed before an order or after it, never meanwhile', async () => {
    // with its sign there, an order has nothing of the plan to write
    const { plan, student, ...first } = await makeOrder()
    await cancelOrder({ ...first, plan, student })
    const { db } = await deps()
    const { placed } = await inTransaction(db, async (tx) => {
      await lockDeskPlan(tx, plan.id)
      const placed = tryOrder(student, plan)
      await somebodyWaits(tx)
      await updateDeskPlan(tx, plan.id, { priceFen: 20_000, updatedBy: academic.username })
      return { placed }
    })
    expect(await placed).toMatchObject({ code: 1, data: { amount: 20_000 } })
  })
})
