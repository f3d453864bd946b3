import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { appendHours } from '../../src/modules/credits/hours/service.ts'
import { insertPayment } from '../../src/modules/money/order/store/payments.ts'
import { audit } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must } from '../world.ts'
import { examInputOf, rightAnswersOf, startTestAttempt } from './exam.ts'
import type { TestSign } from './sign.ts'
import type { TestStudent } from './student.ts'

export async function insertLessonProgress(signCourseId: string, lessonId: string, seconds: number, done: boolean) {
  const { db } = await deps()
  await db
    .insertInto('lessonProgress')
    .values({
      signCourseId,
      lessonId,
      covered: sql`int4multirange(int4range(0, ${seconds * 10}))`,
      creditedDs: seconds * 10,
      furthestDs: seconds * 10,
      resumeDs: seconds * 10,
      doneAt: done ? sql`app_now()` : null,
    })
    .execute()
}

export async function completeLessons(sign: TestSign, index = 0): Promise<string> {
  const course = itemAt(sign.courses, index)
  for (const lessonId of course.lessonIds) await insertLessonProgress(course.id, lessonId, 30, true)
  return course.id
}

/** Takes the exam of the nth course with `right` of 20 answers right, 5 points each. A pass credits hours. */
export async function takeExam(sign: TestSign, index: number, right: number): Promise<void> {
  const exam = { sign, token: sign.student.token, exam: examInputOf(sign, index) }
  const sitting = await startTestAttempt(exam, 'MANUAL')
  const answers = rightAnswersOf(sitting, right)
  await must(
    'POST /exam/v1/submit_exam',
    { attemptId: sitting.attemptId, seq: sitting.savedSeq + 1, answers },
    exam.token,
  )
}

/** Adds one ledger entry in tenths of an hour; by default professional hours of a course. */
export async function creditTestHours(
  student: TestStudent,
  year: number,
  entry: {
    hours: number
    subject?: 'PROFESSIONAL' | 'PUBLIC'
    source?: 'COURSE' | 'RECORD' | 'REDUCTION'
  },
) {
  const { db } = await deps()
  await inTransaction(db, (tx) =>
    appendHours(tx, [
      {
        studentId: student.id,
        year,
        subject: 'PROFESSIONAL',
        source: 'COURSE',
        sourceId: randomUUID(),
        title: '测试',
        actor: 'test',
        ...entry,
      },
    ]),
  )
}

/** @returns the number of the unpaid order */
export async function makeUnpaidOrder(sign: TestSign): Promise<string> {
  const { db } = await deps()
  const orderNo = `T${Date.now()}${Math.floor(Math.random() * 1e6)}`
  // An order must not exist without its line and payment, so one transaction inserts all three.
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('orders')
      .values({
        orderNo,
        studentId: sign.student.id,
        payType: 'DEMO',
        amountFen: 12_000,
        status: 'PENDING',
        expireAt: sql`app_now() + interval '2 hours'`,
      })
      .execute()
    await tx
      .insertInto('orderLine')
      .values({
        orderNo,
        orderStatus: 'PENDING',
        signId: sign.signId,
        title: 'x',
        courseIds: sign.courses.map((course) => course.courseId),
        amountFen: 12_000,
      })
      .execute()
    const payment = { outTradeNo: `${orderNo}P1`, orderNo, channel: 'DEMO', amountFen: 12_000 }
    await insertPayment(tx, payment)
  })
  // Write the audit row too, because other test files check all orders of this database (order.ts, moneyRules).
  await audit(db, { actor: 'test', action: 'order.created', subject: orderNo })
  return orderNo
}

/** Returns the nth item; a list that is too short fails the test. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}
