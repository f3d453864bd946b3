import { endOfDay, startOfDay } from '@ce/contract/plan-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursTotals, listSeals, sealDay } from '../src/modules/hours/service.ts'
import { remindDeadlines } from '../src/modules/message/service/remind.ts'
import { expireDue } from '../src/modules/order/service/expire.ts'
import { studySecondsByDay } from '../src/modules/study/service.ts'
import { shanghaiDay, shanghaiTime } from '../src/platform/shanghai-day.ts'
import { makePlan } from './factories/catalogue.ts'
import { examOf, rightAnswers, save, sit, submit } from './factories/exam.ts'
import { personal } from './factories/invoice.ts'
import {
  booksOf,
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
} from './factories/order.ts'
import { player } from './factories/player.ts'
import { credit, proven } from './factories/proof.ts'
import { makeSign, type TestSign } from './factories/sign.ts'
import { makeStaff } from './factories/staff.ts'
import { makeStudent } from './factories/student.ts'
import { finishStudy } from './factories/study.ts'
import { call, deps, must, mustStaff } from './world.ts'
import { backNow, enterStillWorld, plansFrom, setClock } from './year-end/still-world.ts'

/** A plan of the year from the test's, its days as staff give them. */
const planOf = (days: { signUntil: string; studyUntil: string }, change: object = {}) =>
  makePlan({
    signStartAt: new Date(startOfDay('2026-01-01')),
    signEndAt: new Date(endOfDay(days.signUntil)),
    studyEndAt: new Date(endOfDay(days.studyUntil)),
    ...change,
  })

const at = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`)

describe.each(['UTC', 'Asia/Shanghai'])('where everything runs in %s', (zone) => {
  let leave = async () => {}

  beforeAll(async () => {
    leave = await enterStillWorld(zone)
    await plansFrom(2026)
  })
  afterAll(async () => {
    await expectMoneyToAddUp().finally(leave)
  })

  it('clocks of process and database are in that zone', async () => {
    const { db } = await deps()
    const { rows } = await sql<{
      zone: string
    }>`select current_setting('timezone') as zone`.execute(db)
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect([rows[0]?.zone, own]).toEqual([zone, zone])
  })
  it(
    'sign-up ends with the last second of its last day, payment of what was ordered in it does not',
    signUp,
  )
  it(
    'an order that expires in the second in which its payment is heard of is paid, whichever comes first',
    expiry,
  )
  it('study ends with the last second of its last day, an exam that runs by then does not', study)
  it(
    '1 January begins at midnight in Shanghai for money, hours, proofs, numbers and study',
    newYear,
  )
  it(
    'reminders come 30, 7 and 1 days before the last day at nine, once each, and say what is true when they are read',
    reminders,
  )
  it('29 February is a day of study, of orders, and a last day', leapDay)
})

/** The last day of sign-up is 29 December. */
async function signUp() {
  await setClock('2026-12-01 10:00:00')
  const plan = await planOf({ signUntil: '2026-12-29', studyUntil: '2027-03-31' })
  await setClock('2026-12-29 23:59:59')
  const order = await makeOrder({ plan })
  const closed = await makeOrder({ plan })
  expect(order.orderNo.slice(0, 14)).toBe('20261229235959')
  await setClock('2026-12-30 00:00:00')
  const late = await makeStudent()
  expect(await tryOrder(late, plan)).toMatchObject({ key: 'order.planClosed' })
  // ordered in time: paid after it
  await paySilently(order)
  expect(await statusOf(order)).toBe('PAID')
  // closed in time, paid after all and heard of after the end: it goes back
  await setClock('2026-12-30 02:00:00')
  await expireDue(await deps())
  expect((await booksOf(closed)).order).toMatchObject({ status: 'CLOSED', closeReason: 'EXPIRED' })
  await payTooLate(closed)
  expect(await notify(await notificationOf(closed))).toEqual(heard)
  expect(await booksOf(closed)).toMatchObject({
    order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE' },
    refunds: [{ status: 'DONE', reason: 'LATE_PAYMENT' }],
  })
}

/** The job and the notification in the second in which the order's life ends, while sign-up is open. */
async function expiry() {
  const plan = await planOf({ signUntil: '2027-12-31', studyUntil: '2028-02-29' })
  await setClock('2026-12-30 10:00:00')
  const [first, second, lost] = [
    await makeOrder({ plan }),
    await makeOrder({ plan }),
    await makeOrder({ plan }),
  ]
  const { expireAt } = (await booksOf(first)).order
  await setClock(shanghaiTime(new Date(expireAt.getTime() - 1000)))
  await expireDue(await deps())
  expect(await statusOf(first)).toBe('PENDING')
  await paySilently(first)
  await paySilently(lost)
  const [early, heardOf] = [await notificationOf(first), await notificationOf(second)]
  await setClock(shanghaiTime(expireAt))
  // first the notification, then the job
  expect(await notify(early)).toEqual(heard)
  await expireDue(await deps())
  expect((await booksOf(first)).order.status).toBe('PAID')
  // the job asks the channel before it closes
  expect((await booksOf(lost)).order.status).toBe('PAID')
  // first the job, then the notification of what the channel took all the same: the order lives again
  expect((await booksOf(second)).order.status).toBe('CLOSED')
  await payTooLate(second)
  expect(await notify(heardOf)).toEqual(heard)
  expect(await booksOf(second)).toMatchObject({
    order: { status: 'PAID', closeReason: null },
    refunds: [],
  })
}

/** The last day of study is 31 December. */
async function study() {
  const days = { signUntil: '2026-12-31', studyUntil: '2026-12-31' }
  const plan = await planOf(days, { courses: [{ lessonSeconds: [3600] }, {}] })
  await setClock('2026-12-31 23:40:00')
  const [sign, other] = [await makeSign({ plan }), await makeSign({ plan })]
  await finishStudy(other, 1)
  const lesson = sign.courses[0]
  const page = player(sign.student.token, lesson?.id ?? '', lesson?.lessonIds[0])
  await setClock('2026-12-31 23:50:00')
  await page.start()
  // an exam that is begun in time has its whole time
  const exam = examOf(other, 1)
  const sitting = await sit({ sign: other, token: other.student.token, exam })
  // their session of seven days is over at 23:55, but for the exam
  const { pool, db } = await deps()
  await pool.query(
    `update session set created_at = app_now() - interval '6 days 23:55' where student_id = $1`,
    [other.student.id],
  )
  await setClock('2026-12-31 23:59:59')
  expect(await page.watch(0, 599)).toMatchObject({ data: { creditedSeconds: 599 } })
  const late = player(
    other.student.token,
    other.courses[0]?.id ?? '',
    other.courses[0]?.lessonIds[0],
  )
  await setClock('2027-01-01 00:00:00')
  expect(await late.start()).toMatchObject({ key: 'course.studyClosed' })
  await setClock('2027-01-01 00:00:10')
  // what was watched in the last second; the grace is for the way here
  const { data } = await page.watch(599, 609)
  expect(data.creditedSeconds).toBe(605)
  expect(await studySecondsByDay(db, sign.student.id, 2)).toEqual([
    { day: '2026-12-31', seconds: 599 },
    { day: '2027-01-01', seconds: 6 },
  ])
  const { token } = other.student
  expect(sitting.deadline > at('2027-01-01 00:00:10').toISOString()).toBe(true)
  expect((await save(token, sitting.attemptId, 1, rightAnswers(sitting, 1))).code).toBe(1)
  const { data: result } = await submit(token, sitting.attemptId, 2, rightAnswers(sitting))
  expect(result).toMatchObject({ passed: true, submittedBy: 'STUDENT' })
  expect(await hoursTotals(db, other.student.id)).toMatchObject([
    { year: plan.year, earned: { professional: 60 } },
  ])
}

/** Two seconds to midnight of the year, and one after it. */
async function newYear() {
  await setClock('2026-12-31 12:00:00')
  const small = { requiredProfessional: 120, requiredPublic: 30 }
  const days = { signUntil: '2027-11-30', studyUntil: '2027-12-31' }
  const [plan, proofs] = [await planOf(days), await planOf(days, small)]
  await setClock('2026-12-31 23:59:50')
  const student = await makeStudent()
  const order = await makeOrder({ plan })
  await setClock('2026-12-31 23:59:58')
  const old = await proven('张三丰', proofs)
  await credit(student, plan, 10)
  await paySilently(order)
  const message = await notificationOf(order)
  await sealDay((await deps()).db)
  await setClock('2027-01-01 00:00:01')
  const { list } = await must('GET /course/v1/year_list', {}, student.token)
  expect(list.find(({ year }) => year === plan.year)).toMatchObject({ state: 'OPEN' })
  expect(await notify(message)).toEqual(heard)
  const fresh = await makeOrder({ plan })
  await paySilently(fresh)
  expect(await statusOf(fresh)).toBe('PAID')
  expect([order, fresh].map(({ orderNo }) => orderNo.slice(0, 14))).toEqual([
    '20261231235950',
    '20270101000001',
  ])
  const dayOf = async (one: TestOrder) =>
    shanghaiDay((await booksOf(one)).order.paidAt ?? new Date(0))
  expect([await dayOf(order), await dayOf(fresh)]).toEqual(['2026-12-31', '2027-01-01'])
  const next = await proven('李四光', proofs)
  for (const { proof, student } of [old, next]) {
    await backNow(student)
    expect(proof).toMatchObject({ year: proofs.year })
  }
  expect([old, next].map(({ proof }) => shanghaiDay(new Date(proof.issuedAt)))).toEqual([
    '2026-12-31',
    '2027-01-01',
  ])
  const { db } = await deps()
  await credit(student, plan, 10)
  await sealDay(db)
  expect((await listSeals(db, { offset: 0, limit: 2 })).seals.map(({ day }) => day)).toEqual([
    '2027-01-01',
    '2026-12-31',
  ])
  await moneyOfYears()
  await invoices(order, fresh)
}

async function moneyOfYears() {
  const { token } = await makeStaff({ permissions: ['finance.read'] })
  const paidIn = async (year: number) => {
    const report = await mustStaff(
      'GET /finance/v1/year_report',
      { year: String(year) } as never,
      token,
    )
    expect(report.years).toContain(year)
    return report.months
      .filter(({ paid }) => paid > 0)
      .map(({ period, orders }) => [period, orders])
  }
  // one of December went back in it: paid all the same
  expect(await paidIn(2026)).toEqual([['2026-12', 6]])
  expect(await paidIn(2027)).toEqual([['2027-01', 1]])
}

/** 365 days after the year in which it was paid: one second decides for the year before. */
async function invoices(old: TestOrder, fresh: TestOrder) {
  const ask = async ({ orderNo, student }: TestOrder) => {
    await backNow(student)
    return call('POST /invoice/v1/apply', { orderNo, ...personal }, student.token)
  }
  await setClock('2028-01-01 00:00:00')
  expect(await ask(old)).toMatchObject({ key: 'invoice.tooLate' })
  expect((await ask(fresh)).data.applyNo).toMatch(/^FP20280101/)
  await setClock('2027-12-31 23:59:59')
  expect((await ask(old)).data.applyNo).toMatch(/^FP20271231/)
}

/** 30, 7 and 1 days before the last day, which is 28 February: at nine in the morning, once each, worded when read. */
async function reminders() {
  await setClock('2027-01-01 10:00:00')
  const plan = await planOf({ signUntil: '2027-01-31', studyUntil: '2027-02-28' })
  const sign = await makeSign({ plan })
  const told = () => titles(sign)
  const pulse = async (time: string) => {
    await setClock(time)
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
  await setClock('2027-02-28 23:59:59')
  expect(await told()).toEqual(Array(3).fill('今天截止'))
  expect(await pulse('2027-03-01 09:00:00')).toEqual(Array(3).fill('已截止'))
}

/** What the reminders of a plan say now, the year left out. */
async function titles({ student, plan }: TestSign): Promise<string[]> {
  await backNow(student)
  const { list } = await must('GET /message/v1/list', { pageSize: 50 }, student.token)
  return list
    .filter(({ kind }) => kind === 'DEADLINE')
    .map(({ title }) => title.replace(`${plan.year} 年度学习`, ''))
}

/** 29 February is a day like any other: of study, of an order, and as a last day. */
async function leapDay() {
  await setClock('2028-02-01 10:00:00')
  const days = { signUntil: '2028-02-29', studyUntil: '2028-02-29' }
  const plan = await planOf(days, { requiredProfessional: 60, courses: [{ lessonSeconds: [600] }] })
  const sign = await makeSign({ plan })
  await setClock('2028-02-28 09:00:00')
  await remindDeadlines(await deps())
  expect(await titles(sign)).toEqual(['还有 1 天截止'])
  await setClock('2028-02-29 23:50:00')
  await backNow(sign.student)
  const course = sign.courses[0]
  const page = player(sign.student.token, course?.id ?? '', course?.lessonIds[0])
  await page.start()
  await setClock('2028-02-29 23:59:59')
  await page.watch(0, 500)
  const order = await makeOrder({ plan })
  await paySilently(order)
  expect(await statusOf(order)).toBe('PAID')
  expect(order.orderNo.slice(0, 8)).toBe('20280229')
  await setClock('2028-03-01 00:00:00')
  expect(await tryOrder(await makeStudent(), plan)).toMatchObject({ key: 'order.planClosed' })
  expect(
    await page.send({ event: 'start', seq: 0, playSessionId: crypto.randomUUID() }),
  ).toMatchObject({ key: 'course.studyClosed' })
  const studied = await studySecondsByDay((await deps()).db, sign.student.id, 3)
  expect(studied.map(({ day, seconds }) => [day, seconds])).toEqual([
    ['2028-02-28', 0],
    ['2028-02-29', 500],
    ['2028-03-01', 0],
  ])
}
