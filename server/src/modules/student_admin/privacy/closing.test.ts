import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import {
  callCloseAccount,
  getClosingState,
  passClosingDays,
  readStudentRow,
} from '../../../../test/factories/closing.ts'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makeExam, startTestAttempt } from '../../../../test/factories/exam.ts'
import { makeOrder, payWithoutNotification, queryOrderStatus } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff } from '../../../../test/world.ts'
import { closeDueAccounts } from './service/erase.ts'

describe('calls to close an account', () => {
  it.each(['GET /privacy/v1/closing', 'POST /privacy/v1/close', 'POST /privacy/v1/keep_account'] as const)(
    '%s requires sign-in',
    async (key) => expect((await call(key)).status).toBe(401),
  )

  it('closing an account needs the password and the exact confirmation text', async () => {
    const student = await makeStudent()
    expect(await callCloseAccount(student, { confirm: '注销' })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { confirm: '请输入“注销账号”' } },
    })
    expect(await callCloseAccount(student, { password: '0'.repeat(32) })).toMatchObject({
      key: 'student.wrongPassword',
    })
    expect((await getClosingState(student)).waiting).toBeNull()
  })

  it('an account closing waits seven days, counts repeats once and can be cancelled', async () => {
    const [student, stranger] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const first = await Promise.all([callCloseAccount(student, { id }), callCloseAccount(student, { id })])
    const answers = [...first, await callCloseAccount(student)]
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1])
    const { waiting } = await getClosingState(student)
    const days = (Date.parse(waiting?.dueAt ?? '') - Date.parse(waiting?.askedAt ?? '')) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    expect(await callCloseAccount(stranger, { id })).toMatchObject({ key: 'privacy.notFound' })
    const clerk = await makeStaff({ permissions: ['student.read'] })
    const shown = await mustStaff('GET /student_desk/v1/info', { id: student.id }, clerk.token)
    expect(shown).toMatchObject({ state: 'ACTIVE', closing: { dueAt: waiting?.dueAt } })
    await closeDueAccounts(await deps())
    expect((await readStudentRow(student.id)).closedAt).toBeNull()
    await must('POST /privacy/v1/keep_account', {}, student.token)
    await must('POST /privacy/v1/keep_account', {}, student.token)
    await passClosingDays(student)
    await closeDueAccounts(await deps())
    expect((await readStudentRow(student.id)).closedAt).toBeNull()
    expect((await listAuditRowsOf(student.id)).map(({ action }) => action)).toEqual([
      'privacy.closingAsked',
      'privacy.closingTakenBack',
    ])
  })

  it('eight simultaneous requests to close an account count once and as no wrong password', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => callCloseAccount(student, { id })))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(1))
    const wrong = () => callCloseAccount(student, { password: '0'.repeat(32) })
    const guesses = await Promise.all(Array.from({ length: 8 }, wrong))
    expect(guesses.map(({ key }) => key).sort()).toEqual([
      ...Array(3).fill('student.locked'),
      ...Array(5).fill('student.wrongPassword'),
    ])
  })

  it('refuses the fourth request to close an account in 24 hours', async () => {
    const student = await makeStudent()
    const keep = () => must('POST /privacy/v1/keep_account', {}, student.token)
    const ids = [1, 2, 3].map(() => randomUUID())
    for (const id of ids) {
      expect(await callCloseAccount(student, { id })).toMatchObject({ code: 1 })
      await keep()
    }
    expect(await callCloseAccount(student)).toMatchObject({
      key: 'privacy.closingsSpent',
      msg: '24 小时内最多申请注销 3 次，请稍后再试',
    })
    // A repeat gets the first answer and adds no request.
    expect(await callCloseAccount(student, { id: ids[0] })).toMatchObject({ code: 1, data: { waiting: null } })
    await keep()
    const { db } = await deps()
    const events = await db
      .selectFrom('securityLog')
      .select('event')
      .where('studentId', '=', student.id)
      .where('event', 'in', ['CLOSING_ASKED', 'CLOSING_TAKEN_BACK'])
      .execute()
    expect(events).toHaveLength(6)
  })
})

it('an account closing names paid years not yet studied and requires their exact amount', async () => {
  const order = await makeOrder()
  const { student, plan } = order
  await payWithoutNotification(order)
  await queryOrderStatus(order)
  const { losses, lost } = await getClosingState(student)
  expect(losses).toMatchObject([{ year: plan.year, orderNo: order.orderNo, paidBy: null, paid: lost, left: lost }])
  expect(losses[0]?.hoursLeft).toBe(losses[0]?.hours)
  expect(lost).toBeGreaterThan(0)
  for (const sum of [undefined, 0, lost - 1])
    expect(await callCloseAccount(student, { lost: sum })).toMatchObject({
      key: 'privacy.lossUnconfirmed',
      data: { fields: { lost: expect.stringContaining((lost / 100).toFixed(2)) } },
    })
  expect(await callCloseAccount(student)).toMatchObject({ code: 1, data: { lost } })
  const clerk = await makeStaff({ permissions: ['student.read'] })
  const shown = await mustStaff('GET /student_desk/v1/info', { id: student.id }, clerk.token)
  expect(shown.closing).toMatchObject({ lost, losses: [{ orderNo: order.orderNo, left: lost }] })
  // This year was paid after the request, so the student has not accepted its loss.
  const { db } = await deps()
  await db.updateTable('accountClosing').set({ lostFen: 0 }).where('studentId', '=', student.id).execute()
  await passClosingDays(student)
  await closeDueAccounts(await deps())
  expect((await readStudentRow(student.id)).closedAt).toBeNull()
  expect((await getClosingState(student)).waiting?.held).toContain('申请退款')
})

describe('obstacles to closing an account', () => {
  it('an open order prevents closing the account', async () => {
    const { student } = await makeOrder()
    expect(await callCloseAccount(student)).toMatchObject({
      key: 'privacy.closingHindered',
      data: { obstacles: ['有订单待支付，请先支付或取消'] },
    })
  })
  it('a running exam prevents closing the account', async () => {
    const exam = await makeExam()
    await startTestAttempt(exam)
    expect((await getClosingState(exam.sign.student)).obstacles).toEqual(['有考试正在进行，请先交卷'])
  })
  it('a reduction under review prevents closing the account', async () => {
    const { student } = await makeSubmittedReduction(await makeReductionType(await makeReductionReviewer()))
    expect((await getClosingState(student)).obstacles).toEqual(['有学时减免正在审核，请等审核结束或撤回申请'])
  })
  it('an obstacle that appears during the waiting days delays the closing and gives the reason', async () => {
    const student = await makeStudent()
    await callCloseAccount(student)
    const order = await makeOrder({ student })
    await passClosingDays(student)
    await closeDueAccounts(await deps())
    expect((await getClosingState(student)).waiting).toMatchObject({
      held: '有订单待支付，请先支付或取消',
    })
    const { list } = await must('GET /message/v1/list', {}, student.token)
    expect(list.map(({ kind, title }) => [kind, title])).toEqual([
      ['ACCOUNT', '注销账号暂缓'],
      ['ACCOUNT', '已申请注销账号'],
    ])
    await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, student.token)
    await passClosingDays(student)
    await closeDueAccounts(await deps())
    expect((await readStudentRow(student.id)).erasedAt).not.toBeNull()
  })
})
