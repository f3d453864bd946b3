import { endOfShanghaiDay, startOfShanghaiDay } from '@ce/contract/plan-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDailyRoots } from '../src/modules/credits/hours/daily-roots.ts'
import { publishDailyRoot } from '../src/modules/credits/hours/service/daily-roots.ts'
import { loadHoursTotals } from '../src/modules/credits/hours/service.ts'
import { studySecondsByDay } from '../src/modules/learning/study/service.ts'
import { remindDeadlines } from '../src/modules/message/service/remind.ts'
import { expireDueOrders } from '../src/modules/money/order/service/query.ts'
import { shanghaiDay, shanghaiTime } from '../src/platform/shanghai-day.ts'
import { makePlan } from './factories/catalogue.ts'
import { callSaveAnswer, callSubmitExam, examInputOf, rightAnswersOf, startTestAttempt } from './factories/exam.ts'
import { personalInvoiceInput } from './factories/invoice.ts'
import {
  acceptedNotificationResponse,
  callCreateOrder,
  expectMoneyToAddUp,
  makeOrder,
  payClosedPayment,
  payWithoutNotification,
  queryOrderStatus,
  readOrderBooksOf,
  sendCashierNotification,
  signedNotificationOf,
  type TestOrder,
} from './factories/order.ts'
import { makeTestPlayer } from './factories/player.ts'
import { creditProfessionalHours, makeProvenStudent } from './factories/proof.ts'
import { makeSign, type TestSign } from './factories/sign.ts'
import { makeStaff } from './factories/staff.ts'
import { makeStudent } from './factories/student.ts'
import { finishStudy } from './factories/study.ts'
import { call, deps, must, mustStaff } from './world.ts'
import { enterStoppedWorld, setStoppedClock, signInAgainLater, startPlanYearsFrom } from './year-end/still-world.ts'

const planOf = (days: { signUntil: string; studyUntil: string }, change: object = {}) =>
  makePlan({
    signStartAt: new Date(startOfShanghaiDay('2026-01-01')),
    signEndAt: new Date(endOfShanghaiDay(days.signUntil)),
    studyEndAt: new Date(endOfShanghaiDay(days.studyUntil)),
    ...change,
  })

const at = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)

describe.each(['UTC', 'Asia/Shanghai'])('year-end rules in the time zone %s', (zone) => {
  let leave = async () => {}

  beforeAll(async () => {
    leave = await enterStoppedWorld(zone)
    await startPlanYearsFrom(2026)
  })
  afterAll(async () => {
    await expectMoneyToAddUp().finally(leave)
  })

  it('server process and database use that time zone', async () => {
    const { db } = await deps()
    const { rows } = await sql<{
      zone: string
    }>`select current_setting('timezone') as zone`.execute(db)
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect([rows[0]?.zone, own]).toEqual([zone, zone])
  })
  it('sign-up ends with the last second of its last day, but orders made before can still be paid', signUp)
  it('an order that expires in the second of its payment is paid, whichever event comes first', expiry)
  it('study ends with the last second of its last day, but a running exam continues', study)
  it('1 January begins at midnight in Shanghai for money, hours, proofs, numbers and study', newYear)
  it("reminders come at nine o'clock 30, 7 and 1 days before the last day, once each, with true text", reminders)
  it('29 February works as a day of study, as a day of orders and as a last day', leapDay)
})

/** The last day of sign-up is 29 December. */
async function signUp() {
  await setStoppedClock('2026-12-01 10:00:00')
  const plan = await planOf({ signUntil: '2026-12-29', studyUntil: '2027-03-31' })
  await setStoppedClock('2026-12-29 23:59:59')
  const order = await makeOrder({ plan })
  const closed = await makeOrder({ plan })
  expect(order.orderNo.slice(0, 14)).toBe('20261229235959')
  await setStoppedClock('2026-12-30 00:00:00')
  const late = await makeStudent()
  expect(await callCreateOrder(late, plan)).toMatchObject({ key: 'order.planClosed' })
  // The student ordered in time but paid later.
  await payWithoutNotification(order)
  expect(await queryOrderStatus(order)).toBe('PAID')
  // An order that was paid after its closing is refunded.
  await setStoppedClock('2026-12-30 02:00:00')
  await expireDueOrders(await deps())
  expect((await readOrderBooksOf(closed)).order).toMatchObject({ status: 'CLOSED', closeReason: 'EXPIRED' })
  await payClosedPayment(closed)
  expect(await sendCashierNotification(await signedNotificationOf(closed))).toEqual(acceptedNotificationResponse)
  expect(await readOrderBooksOf(closed)).toMatchObject({
    order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
    refunds: [{ status: 'DONE', reason: 'LATE_PAYMENT' }],
  })
}

/** The expiry job and the payment notification meet in the second of expiry. */
async function expiry() {
  const plan = await planOf({ signUntil: '2027-12-31', studyUntil: '2028-02-29' })
  await setStoppedClock('2026-12-30 10:00:00')
  const [first, second, lost] = [await makeOrder({ plan }), await makeOrder({ plan }), await makeOrder({ plan })]
  const { expireAt } = (await readOrderBooksOf(first)).order
  await setStoppedClock(shanghaiTime(new Date(expireAt.getTime() - 1000)))
  await expireDueOrders(await deps())
  expect(await queryOrderStatus(first)).toBe('PENDING')
  await payWithoutNotification(first)
  await payWithoutNotification(lost)
  const [early, heardOf] = [await signedNotificationOf(first), await signedNotificationOf(second)]
  await setStoppedClock(shanghaiTime(expireAt))
  expect(await sendCashierNotification(early)).toEqual(acceptedNotificationResponse)
  await expireDueOrders(await deps())
  expect((await readOrderBooksOf(first)).order.status).toBe('PAID')
  // The job asks the payment channel before it closes an order.
  expect((await readOrderBooksOf(lost)).order.status).toBe('PAID')
  expect((await readOrderBooksOf(second)).order.status).toBe('CLOSED')
  await payClosedPayment(second)
  expect(await sendCashierNotification(heardOf)).toEqual(acceptedNotificationResponse)
  expect(await readOrderBooksOf(second)).toMatchObject({
    order: { status: 'PAID', closeReason: null },
    refunds: [],
  })
}

/** The last day of study is 31 December. */
async function study() {
  const days = { signUntil: '2026-12-31', studyUntil: '2026-12-31' }
  const plan = await planOf(days, { courses: [{ lessonSeconds: [3600] }, {}] })
  await setStoppedClock('2026-12-31 23:40:00')
  const [sign, other] = [await makeSign({ plan }), await makeSign({ plan })]
  await finishStudy(other, 1)
  const lesson = sign.courses[0]
  const page = makeTestPlayer(sign.student.token, lesson?.id ?? '', lesson?.lessonIds[0])
  await setStoppedClock('2026-12-31 23:50:00')
  await page.start()
  // An exam that started before the end of study keeps its full time.
  const exam = examInputOf(other, 1)
  const sitting = await startTestAttempt({ sign: other, token: other.student.token, exam })
  // The session of a student without a running exam would end at 23:55.
  const { pool, db } = await deps()
  await pool.query(`update session set created_at = app_now() - interval '6 days 23:55' where student_id = $1`, [
    other.student.id,
  ])
  await setStoppedClock('2026-12-31 23:59:59')
  expect(await page.watch(0, 599)).toMatchObject({ data: { creditedSeconds: 599 } })
  const late = makeTestPlayer(other.student.token, other.courses[0]?.id ?? '', other.courses[0]?.lessonIds[0])
  await setStoppedClock('2027-01-01 00:00:00')
  expect(await late.start()).toMatchObject({ key: 'course.studyClosed' })
  await setStoppedClock('2027-01-01 00:00:10')
  // Study in the last second is credited; the grace period only allows late transmission.
  const { data } = await page.watch(599, 609)
  expect(data.creditedSeconds).toBe(605)
  expect(await studySecondsByDay(db, sign.student.id, 2)).toEqual([
    { day: '2026-12-31', seconds: 599 },
    { day: '2027-01-01', seconds: 6 },
  ])
  const { token } = other.student
  expect(sitting.deadline > at('2027-01-01 00:00:10').toISOString()).toBe(true)
  expect((await callSaveAnswer(token, sitting.attemptId, 1, rightAnswersOf(sitting, 1))).code).toBe(1)
  const { data: result } = await callSubmitExam(token, sitting.attemptId, 2, rightAnswersOf(sitting))
  expect(result).toMatchObject({ passed: true, submittedBy: 'STUDENT' })
  expect(await loadHoursTotals(db, other.student.id)).toMatchObject([{ year: plan.year, earned: { professional: 60 } }])
}

/** The test checks two seconds before midnight of the new year and one second after it. */
async function newYear() {
  await setStoppedClock('2026-12-31 12:00:00')
  const small = { requiredProfessional: 120, requiredPublic: 30 }
  const days = { signUntil: '2027-11-30', studyUntil: '2027-12-31' }
  const [plan, proofs] = [await planOf(days), await planOf(days, small)]
  await setStoppedClock('2026-12-31 23:59:50')
  const student = await makeStudent()
  const order = await makeOrder({ plan })
  await setStoppedClock('2026-12-31 23:59:58')
  const old = await makeProvenStudent('张三丰', proofs)
  await creditProfessionalHours(student, plan, 10)
  await payWithoutNotification(order)
  const message = await signedNotificationOf(order)
  await publishDailyRoot((await deps()).db)
  await setStoppedClock('2027-01-01 00:00:01')
  const { list } = await must('GET /course/v1/year_list', {}, student.token)
  expect(list.find(({ year }) => year === plan.year)).toMatchObject({ state: 'OPEN' })
  expect(await sendCashierNotification(message)).toEqual(acceptedNotificationResponse)
  const fresh = await makeOrder({ plan })
  await payWithoutNotification(fresh)
  expect(await queryOrderStatus(fresh)).toBe('PAID')
  expect([order, fresh].map(({ orderNo }) => orderNo.slice(0, 14))).toEqual(['20261231235950', '20270101000001'])
  const dayOf = async (one: TestOrder) => shanghaiDay((await readOrderBooksOf(one)).order.paidAt ?? new Date(0))
  expect([await dayOf(order), await dayOf(fresh)]).toEqual(['2026-12-31', '2027-01-01'])
  const next = await makeProvenStudent('李四光', proofs)
  for (const { proof, student } of [old, next]) {
    await signInAgainLater(student)
    expect(proof).toMatchObject({ year: proofs.year })
  }
  expect([old, next].map(({ proof }) => shanghaiDay(new Date(proof.issuedAt)))).toEqual(['2026-12-31', '2027-01-01'])
  const { db } = await deps()
  await creditProfessionalHours(student, plan, 10)
  await publishDailyRoot(db)
  expect((await listDailyRoots(db, { offset: 0, limit: 2 })).seals.map(({ day }) => day)).toEqual([
    '2027-01-01',
    '2026-12-31',
  ])
  await moneyOfYears()
  await invoices(order, fresh)
}

async function moneyOfYears() {
  const { token } = await makeStaff({ permissions: ['finance.read'] })
  const paidIn = async (year: number) => {
    const report = await mustStaff('GET /finance/v1/year_report', { year: String(year) } as never, token)
    expect(report.years).toContain(year)
    return report.months.filter(({ paid }) => paid > 0).map(({ period, orders }) => [period, orders])
  }
  // A refunded payment of December still counts as paid.
  expect(await paidIn(2026)).toEqual([['2026-12', 6]])
  expect(await paidIn(2027)).toEqual([['2027-01', 1]])
}

async function invoices(old: TestOrder, fresh: TestOrder) {
  const ask = async ({ orderNo, student }: TestOrder) => {
    await signInAgainLater(student)
    return call('POST /invoice/v1/apply', { orderNo, ...personalInvoiceInput }, student.token)
  }
  await setStoppedClock('2028-01-01 00:00:00')
  expect(await ask(old)).toMatchObject({ key: 'invoice.tooLate' })
  expect((await ask(fresh)).data.applyNo).toMatch(/^FP20280101/)
  await setStoppedClock('2027-12-31 23:59:59')
  expect((await ask(old)).data.applyNo).toMatch(/^FP20271231/)
}

/** Reminders are sent at nine o'clock, 30, 7 and 1 days before the last day. */
async function reminders() {
  await setStoppedClock('2027-01-01 10:00:00')
  const plan = await planOf({ signUntil: '2027-01-31', studyUntil: '2027-02-28' })
  const sign = await makeSign({ plan })
  const told = () => titles(sign)
  const pulse = async (time: string) => {
    await setStoppedClock(time)
    await remindDeadlines(await deps())
    await remindDeadlines(await deps())
    return told()
  }
  expect(await pulse('2027-01-28 20:00:00')).toEqual([])
  expect(await pulse('2027-01-29 08:59:59')).toEqual([])
  expect(await pulse('2027-01-29 09:00:00')).toEqual(['还有 30 天截止'])
  expect(await pulse('2027-01-30 09:00:00')).toEqual(['还有 29 天截止'])
  expect(await pulse('2027-02-21 09:00:00')).toEqual(['还有 7 天截止', '还有 7 天截止'])
  expect(await pulse('2027-02-27 09:00:00')).toHaveLength(3)
  expect(await pulse('2027-02-28 09:00:00')).toEqual(Array(3).fill('今天截止'))
  await setStoppedClock('2027-02-28 23:59:59')
  expect(await told()).toEqual(Array(3).fill('今天截止'))
  expect(await pulse('2027-03-01 09:00:00')).toEqual(Array(3).fill('已截止'))
}

/** Titles of the reminders for a plan that the student sees now. */
async function titles({ student, plan }: TestSign): Promise<string[]> {
  await signInAgainLater(student)
  const { list } = await must('GET /message/v1/list', { pageSize: 50 }, student.token)
  return list.filter(({ kind }) => kind === 'DEADLINE').map(({ title }) => title.replace(`${plan.year} 年度学习`, ''))
}

/** 29 February is a day of study, of an order, and the last day. */
async function leapDay() {
  await setStoppedClock('2028-02-01 10:00:00')
  const days = { signUntil: '2028-02-29', studyUntil: '2028-02-29' }
  const plan = await planOf(days, { requiredProfessional: 60, courses: [{ lessonSeconds: [600] }] })
  const sign = await makeSign({ plan })
  await setStoppedClock('2028-02-28 09:00:00')
  await remindDeadlines(await deps())
  expect(await titles(sign)).toEqual(['还有 1 天截止'])
  await setStoppedClock('2028-02-29 23:50:00')
  await signInAgainLater(sign.student)
  const course = sign.courses[0]
  const page = makeTestPlayer(sign.student.token, course?.id ?? '', course?.lessonIds[0])
  await page.start()
  await setStoppedClock('2028-02-29 23:59:59')
  await page.watch(0, 500)
  const order = await makeOrder({ plan })
  await payWithoutNotification(order)
  expect(await queryOrderStatus(order)).toBe('PAID')
  expect(order.orderNo.slice(0, 8)).toBe('20280229')
  await setStoppedClock('2028-03-01 00:00:00')
  expect(await callCreateOrder(await makeStudent(), plan)).toMatchObject({ key: 'order.planClosed' })
  expect(await page.send({ event: 'start', seq: 0, playSessionId: crypto.randomUUID() })).toMatchObject({
    key: 'course.studyClosed',
  })
  const studied = await studySecondsByDay((await deps()).db, sign.student.id, 3)
  expect(studied.map(({ day, seconds }) => [day, seconds])).toEqual([
    ['2028-02-28', 0],
    ['2028-02-29', 500],
    ['2028-03-01', 0],
  ])
}
