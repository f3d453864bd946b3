import { beforeAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  cancelOrder,
  choiceOf,
  makeOrder,
  statusOf,
  tryOrder,
} from '../../../test/factories/order.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { makeWechatOrder } from '../../../test/factories/wechat.ts'
import { deps, somebodyWaits, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import {
  findDeskPlan,
  listDeskPlanCourses,
  lockDeskPlan,
  updateDeskPlan,
} from '../catalogue/service/desk.ts'
import { createOrder } from '../order/service/create.ts'
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

  // staff are in time while the new order is placed, or only while the old one is closed
  it.each([
    ['create', 'PENDING'],
    ['close', 'CLOSED'],
  ] as const)(
    'loses what nobody has chosen yet; an order that was on its way to replace another with it is refused (%s: %s)',
    async (moment, left) => {
      const courses = [{ required: true }, { required: false }, { required: false }]
      const plan = await makePlan({ courses })
      const order = await makeWechatOrder({ plan, courseIds: choiceOf(plan, [0, 1]) })
      const all = await deps()
      const channel = moment === 'create' ? 'ALIPAY' : 'WECHAT'
      const real = all.gateways.get(channel)
      if (!real) throw new Error('no gateway')
      const { content, save } = await changeOf(plan.id)
      const [, , gone] = plan.courses
      const others = content.courses.filter(({ courseId }) => courseId !== gone?.courseId)
      const meanwhile: Gateway = {
        ...real,
        [moment]: async (wish: never) => {
          expect(await save({ courses: others })).toMatchObject({ code: 1 })
          return real[moment](wish)
        },
      }
      const actor = { studentId: order.student.id, tokenHash: '' }
      const wish = {
        ...{ year: plan.year, payType: 'ALIPAY' as const },
        courseIds: choiceOf(plan, [0, 2]),
      }
      const world = { ...all, gateways: new Map([...all.gateways, [channel, meanwhile]]) }
      await expect(createOrder(world, actor, wish)).rejects.toMatchObject({
        key: 'order.notOfPlan',
      })
      // what can be paid is not closed for it; once it was, another can be placed
      expect(await statusOf(order)).toBe(left)
      const again = await makeWechatOrder({ ...order, courseIds: choiceOf(plan, [0, 1]) })
      expect(again.orderNo === order.orderNo).toBe(left === 'PENDING')
    },
  )
})
