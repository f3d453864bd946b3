import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { itemAt } from '../../../test/factories/course.ts'
import {
  booksOf,
  cancelOrder,
  choiceOf,
  expectMoneyToAddUp,
  heard,
  makeOrder,
  notificationOf,
  notify,
  paySilently,
  payTooLate,
  statusOf,
  type TestOrder,
  tryOrder,
} from '../../../test/factories/order.ts'
import { grantRefund, makeRefundRequest } from '../../../test/factories/refund.ts'
import { call, deps, must } from '../../../test/world.ts'

afterAll(expectMoneyToAddUp)

/** A year of three courses whose elective was begun before the money went back. */
async function makeRefunded(): Promise<TestOrder & { begun: string }> {
  const order = await makeOrder()
  const { student, plan } = order
  const whole = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1, 2]) })
  await paySilently(whole)
  expect(await statusOf(whole)).toBe('PAID')
  const elective = await chosenRow(whole, itemAt(plan.courses, 2).courseId)
  await must('POST /course/v1/learn_process', startOf(whole, elective), student.token)
  await grantRefund((await makeRefundRequest({ paid: whole })).id)
  expect((await booksOf(whole)).order.status).toBe('REFUNDED')
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
  const rows = await db
    .selectFrom('signCourse')
    .select('courseId')
    .where('signId', '=', signId)
    .execute()
  return rows.map(({ courseId }) => courseId).sort()
}

it('what was begun before a refund stays chosen when the year is ordered anew without it', async () => {
  const refunded = await makeRefunded()
  const { student, plan } = refunded
  // a page that had stayed open: its beat is refused, and noted
  const late = startOf(refunded, refunded.begun)
  expect(await call('POST /course/v1/learn_process', late, student.token)).toMatchObject({
    key: 'course.notPaid',
  })
  const again = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1]) })
  await paySilently(again)
  expect(await statusOf(again)).toBe('PAID')
  expect(await chosenOf(again)).toEqual(choiceOf(plan, [0, 1, 2]).sort())
  const { lessons } = await must(
    'GET /course/v1/learn_course_detail',
    { id: refunded.begun },
    student.token,
  )
  expect(lessons.length).toBeGreaterThan(0)
})

it('so it does when a closed order without it is paid after all', async () => {
  const refunded = await makeRefunded()
  const { student, plan } = refunded
  const again = await makeOrder({ student, plan, courseIds: choiceOf(plan, [0, 1]) })
  await cancelOrder(again)
  await payTooLate(again)
  expect(await notify(await notificationOf(again))).toEqual(heard)
  expect((await booksOf(again)).order.status).toBe('PAID')
  expect(await chosenOf(again)).toEqual(choiceOf(plan, [0, 1, 2]).sort())
})

it('a refused beat and a consent keep a course that was never begun, and hinder no order', async () => {
  const order = await makeOrder()
  const { student, plan } = order
  const both = { courseIds: choiceOf(plan, [0, 1, 2]) }
  expect(await tryOrder(student, plan, both)).toMatchObject({ code: 1 })
  const id = await chosenRow(order, itemAt(plan.courses, 2).courseId)
  await call('POST /course/v1/learn_process', startOf(order, id), student.token)
  const { version } = (await must('GET /exam/v1/info', { signId: order.signId, id }, student.token))
    .consent
  const consent = { signId: order.signId, id, mode: 'CAMERA', version }
  await call('POST /exam/v1/consent', consent, student.token)
  expect(await tryOrder(student, plan)).toMatchObject({ code: 1 })
  expect(await chosenOf(order)).toEqual(choiceOf(plan, [0, 1, 2]).sort())
})
