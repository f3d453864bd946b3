import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { dayComes, rowOf, state, wish } from '../../../test/factories/closing.ts'
import { makeReviewer, makeSubmitted, makeType } from '../../../test/factories/course_reduce.ts'
import { makeExam, sit } from '../../../test/factories/exam.ts'
import { makeOrder, paySilently, statusOf } from '../../../test/factories/order.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff } from '../../../test/world.ts'
import { closeDueAccounts } from './service/erase.ts'

describe('the calls', () => {
  it.each([
    'GET /privacy/v1/closing',
    'POST /privacy/v1/close',
    'POST /privacy/v1/keep_account',
  ] as const)('%s asks for sign-in', async (key) => expect((await call(key)).status).toBe(401))

  it('needs the password and the very words', async () => {
    const student = await makeStudent()
    expect(await wish(student, { confirm: '注销' })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { confirm: '请输入“注销账号”' } },
    })
    expect(await wish(student, { password: '0'.repeat(32) })).toMatchObject({
      key: 'student.wrongPassword',
    })
    expect((await state(student)).waiting).toBeNull()
  })

  it('waits seven days, counts repeats once, and can be taken back', async () => {
    const [student, stranger] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const first = await Promise.all([wish(student, { id }), wish(student, { id })])
    const answers = [...first, await wish(student)]
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1])
    const { waiting } = await state(student)
    const days =
      (Date.parse(waiting?.dueAt ?? '') - Date.parse(waiting?.askedAt ?? '')) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    expect(await wish(stranger, { id })).toMatchObject({ key: 'privacy.notFound' })
    const clerk = await makeStaff({ permissions: ['student.read'] })
    const shown = await mustStaff('GET /student_desk/v1/info', { id: student.id }, clerk.token)
    expect(shown).toMatchObject({ state: 'ACTIVE', closing: { dueAt: waiting?.dueAt } })
    // nothing is carried out before its day
    await closeDueAccounts(await deps())
    expect((await rowOf(student.id)).closedAt).toBeNull()
    await must('POST /privacy/v1/keep_account', {}, student.token)
    await must('POST /privacy/v1/keep_account', {}, student.token)
    await dayComes(student)
    await closeDueAccounts(await deps())
    expect((await rowOf(student.id)).closedAt).toBeNull()
    expect((await auditOf(student.id)).map(({ action }) => action)).toEqual([
      'privacy.closingAsked',
      'privacy.closingTakenBack',
    ])
  })

  it('is one wish, sent eight times at once: none is told of wrong passwords that nobody typed', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => wish(student, { id })))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(1))
    const wrong = () => wish(student, { password: '0'.repeat(32) })
    const guesses = await Promise.all(Array.from({ length: 8 }, wrong))
    expect(guesses.map(({ key }) => key).sort()).toEqual([
      ...Array(3).fill('student.locked'),
      ...Array(5).fill('student.wrongPassword'),
    ])
  })

  it('is taken three times in 24 hours, and taken back each time: nobody fills a security log by it', async () => {
    const student = await makeStudent()
    const keep = () => must('POST /privacy/v1/keep_account', {}, student.token)
    const ids = [1, 2, 3].map(() => randomUUID())
    for (const id of ids) {
      expect(await wish(student, { id })).toMatchObject({ code: 1 })
      await keep()
    }
    expect(await wish(student)).toMatchObject({
      key: 'privacy.closingsSpent',
      msg: '24 小时内最多申请注销 3 次，请稍后再试',
    })
    // a repeat of one that was taken answers as the first time, and wishes nothing anew
    expect(await wish(student, { id: ids[0] })).toMatchObject({ code: 1, data: { waiting: null } })
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

it('names what was paid and not studied, and takes the wish only with that very sum', async () => {
  const order = await makeOrder()
  const { student, plan } = order
  await paySilently(order)
  await statusOf(order)
  const { losses, lost } = await state(student)
  expect(losses).toMatchObject([
    { year: plan.year, orderNo: order.orderNo, paidBy: null, paid: lost, left: lost },
  ])
  expect(losses[0]?.hoursLeft).toBe(losses[0]?.hours)
  expect(lost).toBeGreaterThan(0)
  for (const sum of [undefined, 0, lost - 1])
    expect(await wish(student, { lost: sum })).toMatchObject({
      key: 'privacy.lossUnconfirmed',
      data: { fields: { lost: expect.stringContaining((lost / 100).toFixed(2)) } },
    })
  expect(await wish(student)).toMatchObject({ code: 1, data: { lost } })
  const clerk = await makeStaff({ permissions: ['student.read'] })
  const shown = await mustStaff('GET /student_desk/v1/info', { id: student.id }, clerk.token)
  expect(shown.closing).toMatchObject({ lost, losses: [{ orderNo: order.orderNo, left: lost }] })
  // paid after the wish: nobody has agreed to lose that
  const { db } = await deps()
  await db
    .updateTable('accountClosing')
    .set({ lostFen: 0 })
    .where('studentId', '=', student.id)
    .execute()
  await dayComes(student)
  await closeDueAccounts(await deps())
  expect((await rowOf(student.id)).closedAt).toBeNull()
  expect((await state(student)).waiting?.held).toContain('申请退款')
})

describe('what is open hinders it', () => {
  it('an order to be paid', async () => {
    const { student } = await makeOrder()
    expect(await wish(student)).toMatchObject({
      key: 'privacy.closingHindered',
      data: { obstacles: ['有订单待支付，请先支付或取消'] },
    })
  })
  it('an exam that is being sat', async () => {
    const exam = await makeExam()
    await sit(exam)
    expect((await state(exam.sign.student)).obstacles).toEqual(['有考试正在进行，请先交卷'])
  })
  it('a reduction under review', async () => {
    const { student } = await makeSubmitted(await makeType(await makeReviewer()))
    expect((await state(student)).obstacles).toEqual(['有学时减免正在审核，请等审核结束或撤回申请'])
  })
  it('what was opened while the days ran: it waits, and says so', async () => {
    const student = await makeStudent()
    await wish(student)
    const order = await makeOrder({ student })
    await dayComes(student)
    await closeDueAccounts(await deps())
    expect((await state(student)).waiting).toMatchObject({
      held: '有订单待支付，请先支付或取消',
    })
    const { list } = await must('GET /message/v1/list', {}, student.token)
    expect(list.map(({ kind, title }) => [kind, title])).toEqual([
      ['ACCOUNT', '注销账号暂缓'],
      ['ACCOUNT', '已申请注销账号'],
    ])
    await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, student.token)
    await dayComes(student)
    await closeDueAccounts(await deps())
    expect((await rowOf(student.id)).erasedAt).not.toBeNull()
  })
})
