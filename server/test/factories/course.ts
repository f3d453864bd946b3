import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { appendHours } from '../../src/modules/hours/service.ts'
import { insertPayment } from '../../src/modules/order/store/payments.ts'
import { audit } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { deps, must } from '../world.ts'
import { examOf, rightAnswers, sit } from './exam.ts'
import type { TestSign } from './sign.ts'
import type { TestStudent } from './student.ts'

/** Coverage as the study module would have written it. */
export async function cover(
  signCourseId: string,
  lessonId: string,
  seconds: number,
  done: boolean,
) {
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

/** The course at this place of the sign, all lessons done. */
export async function studyCourse(sign: TestSign, index = 0): Promise<string> {
  const course = itemAt(sign.courses, index)
  for (const lessonId of course.lessonIds) await cover(course.id, lessonId, 30, true)
  return course.id
}

/** Sits the exam of this place and answers `right` of 20 questions rightly, 5 points each; a pass credits its hours. */
export async function takeExam(sign: TestSign, index: number, right: number): Promise<void> {
  const exam = { sign, token: sign.student.token, exam: examOf(sign, index) }
  const sitting = await sit(exam, 'MANUAL')
  const answers = rightAnswers(sitting, right)
  await must(
    'POST /exam/v1/submit_exam',
    { attemptId: sitting.attemptId, seq: sitting.savedSeq + 1, answers },
    exam.token,
  )
}

/** One ledger entry (tenths); 专业 by a course unless told otherwise. */
export async function credit(
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

/** An unpaid order of the sign, open for two hours; its number. */
export async function openOrder(sign: TestSign): Promise<string> {
  const { db } = await deps()
  const orderNo = `T${Date.now()}${Math.floor(Math.random() * 1e6)}`
  // one transaction: an order never stands without its line and what it is paid by
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
  // other suites of this database look at every order there is (order.ts, moneyRules)
  await audit(db, { actor: 'test', action: 'order.created', subject: orderNo })
  return orderNo
}

/** The item at this place; a list that is too short fails the test. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`nothing at ${index}`)
  return item
}
