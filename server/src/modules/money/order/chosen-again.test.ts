import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { itemAt } from '../../../../test/factories/course.ts'
import {
  acceptedNotificationResponse,
  callCancelOrder,
  callCreateOrder,
  chosenCourseIds,
  expectMoneyToAddUp,
  makeOrder,
  payClosedPayment,
  payWithoutNotification,
  queryOrderStatus,
  readOrderBooksOf,
  sendCashierNotification,
  signedNotificationOf,
  type TestOrder,
} from '../../../../test/factories/order.ts'
import { approveTestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import { call, deps, must } from '../../../../test/world.ts'

afterAll(expectMoneyToAddUp)

async function makeRefunded(): Promise<TestOrder & { begun: string }> {
  const order = await makeOrder()
  const { student, plan } = order
  const whole = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1, 2]) })
  await payWithoutNotification(whole)
  expect(await queryOrderStatus(whole)).toBe('PAID')
  const elective = await chosenRow(whole, itemAt(plan.courses, 2).courseId)
  await must('POST /course/v1/learn_process', startOf(whole, elective), student.token)
  await approveTestRefund((await makeRefundRequest({ paid: whole })).id)
  expect((await readOrderBooksOf(whole)).order.status).toBe('REFUNDED')
  return { ...whole, begun: elective }
}

const startOf = ({ plan }: TestOrder, id: string) => ({
  ...{ id, lessonId: itemAt(itemAt(plan.courses, 2).lessonIds, 0), playSessionId: randomUUID() },
  ...{ event: 'start', seq: 0, position: 0, intervals: [] },
})

async function chosenRow(order: TestOrder, courseId: string): Promise<string> {
  const { db } = await deps()
  const row = await db
    .selectFrom('signCourse')
    .select('id')
    .where('signId', '=', order.signId)
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow()
  return row.id
}

async function chosenOf({ signId }: TestOrder): Promise<string[]> {
  const { db } = await deps()
  const rows = await db.selectFrom('signCourse').select('courseId').where('signId', '=', signId).execute()
  return rows.map(({ courseId }) => courseId).sort()
}

it('a course started before a refund stays chosen when the year is ordered again', async () => {
  const refunded = await makeRefunded()
  const { student, plan } = refunded
  // A heartbeat of a page left open is refused and recorded.
  const late = startOf(refunded, refunded.begun)
  expect(await call('POST /course/v1/learn_process', late, student.token)).toMatchObject({
    key: 'course.notPaid',
  })
  const again = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1]) })
  await payWithoutNotification(again)
  expect(await queryOrderStatus(again)).toBe('PAID')
  expect(await chosenOf(again)).toEqual(chosenCourseIds(plan, [0, 1, 2]).sort())
  const { lessons } = await must('GET /course/v1/learn_course_detail', { id: refunded.begun }, student.token)
  expect(lessons.length).toBeGreaterThan(0)
})

it('a started course stays chosen when a late payment arrives for a cancelled order without it', async () => {
  const refunded = await makeRefunded()
  const { student, plan } = refunded
  const again = await makeOrder({ student, plan, courseIds: chosenCourseIds(plan, [0, 1]) })
  await callCancelOrder(again)
  await payClosedPayment(again)
  expect(await sendCashierNotification(await signedNotificationOf(again))).toEqual(acceptedNotificationResponse)
  expect((await readOrderBooksOf(again)).order.status).toBe('PAID')
  expect(await chosenOf(again)).toEqual(chosenCourseIds(plan, [0, 1, 2]).sort())
})

it('a course with a refused heartbeat and a consent stays chosen, and the year can be ordered without it', async () => {
  const order = await makeOrder()
  const { student, plan } = order
  const both = { courseIds: chosenCourseIds(plan, [0, 1, 2]) }
  expect(await callCreateOrder(student, plan, both)).toMatchObject({ code: 1 })
  const id = await chosenRow(order, itemAt(plan.courses, 2).courseId)
  await call('POST /course/v1/learn_process', startOf(order, id), student.token)
  const { version } = (await must('GET /exam/v1/info', { signId: order.signId, id }, student.token)).consent
  const consent = { signId: order.signId, id, mode: 'CAMERA', version }
  await call('POST /exam/v1/consent', consent, student.token)
  expect(await callCreateOrder(student, plan)).toMatchObject({ code: 1 })
  expect(await chosenOf(order)).toEqual(chosenCourseIds(plan, [0, 1, 2]).sort())
})
