import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callCancelOrder,
  callCreateOrder,
  chosenCourseIds,
  makeOrder,
  queryOrderStatus,
} from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeWechatOrder } from '../../../../test/factories/wechat.ts'
import { deps, staffCall, waitForBlockedTransaction } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Gateway } from '../../../platform/payments/gateway.ts'
import { createOrder } from '../../money/order/service/create.ts'
import { findDeskPlan, listDeskPlanCourses, lockDeskPlan, updateDeskPlan } from '../service/desk.ts'
import { planContentOf } from './service/save.ts'

const academic = await makeStaff({ permissions: ['teaching.read', 'teaching.edit'] })

async function changeOf(id: string) {
  const { db } = await deps()
  const there = await findDeskPlan(db, id)
  if (!there) throw new Error('no plan')
  const content = planContentOf(there, await listDeskPlanCourses(db, id))
  const save = (change: object) =>
    staffCall('POST /plan/v1/save', { id, version: there.version, content: { ...content, ...change } }, academic.token)
  return { content, save }
}

describe('plan with orders waiting for payment', () => {
  it('plan fields that a pending order depends on cannot change', async () => {
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
    await callCancelOrder(order)
    expect(await save({ price: 1 })).toMatchObject({ code: 1 })
  })

  it('a plan change and a concurrent payment order run one after the other', async () => {
    const { plan, student, ...first } = await makeOrder()
    await callCancelOrder({ ...first, plan, student })
    const { db } = await deps()
    const { placed } = await inTransaction(db, async (tx) => {
      await lockDeskPlan(tx, plan.id)
      const placed = callCreateOrder(student, plan)
      await waitForBlockedTransaction(tx)
      await updateDeskPlan(tx, plan.id, { priceFen: 20_000, updatedBy: academic.username })
      return { placed }
    })
    expect(await placed).toMatchObject({ code: 1, data: { amount: 20_000 } })
  })

  // The plan changes while the payment channel creates or closes an order.
  it.each([
    ['create', 'PENDING'],
    ['close', 'CLOSED'],
  ] as const)(
    'a course in no order can be removed, and a new order with it is refused (%s: %s)',
    async (moment, left) => {
      const courses = [{ required: true }, { required: false }, { required: false }]
      const plan = await makePlan({ courses })
      const order = await makeWechatOrder({ plan, courseIds: chosenCourseIds(plan, [0, 1]) })
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
        courseIds: chosenCourseIds(plan, [0, 2]),
      }
      const world = { ...all, gateways: new Map([...all.gateways, [channel, meanwhile]]) }
      await expect(createOrder(world, actor, wish)).rejects.toMatchObject({
        key: 'order.notOfPlan',
      })
      // An order that can still be paid must stay open when the plan changes.
      expect(await queryOrderStatus(order)).toBe(left)
      const again = await makeWechatOrder({ ...order, courseIds: chosenCourseIds(plan, [0, 1]) })
      expect(again.orderNo === order.orderNo).toBe(left === 'PENDING')
    },
  )
})
