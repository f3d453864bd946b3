import { type ClientCalls, clientBase, type Envelope } from '@ce/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { appNow } from '../../src/platform/db/database.ts'
import { payDemoEntry } from '../../src/platform/payments/demo-book.ts'
import { demoMerchant, signDemoNotification } from '../../src/platform/payments/demo-gateway.ts'
import type { ChannelOrder } from '../../src/platform/payments/gateway.ts'
import { call, deps, must, sendRawRequest } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeStudent, type TestStudent } from './student.ts'

export interface TestOrder {
  student: TestStudent
  plan: TestPlan
  orderNo: string
  signId: string
  codeUrl: string
  outTradeNo: string
}

export function chosenCourseIds(plan: TestPlan, places?: number[]): string[] {
  return plan.courses
    .filter((course, index) => places?.includes(index) ?? course.required)
    .map((course) => course.courseId)
}

export function callCreateOrder(student: TestStudent, plan: TestPlan, change: object = {}) {
  const input = { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO', ...change }
  return call('POST /order/v1/create_order', input, student.token)
}

export async function makeOrder(
  options: { student?: TestStudent; plan?: TestPlan; courseIds?: string[] } = {},
): Promise<TestOrder> {
  const student = options.student ?? (await makeStudent())
  const plan = options.plan ?? (await makePlan())
  const { data } = await callCreateOrder(student, plan, {
    courseIds: options.courseIds ?? chosenCourseIds(plan),
  })
  expect(data.status).toBe('PENDING')
  const codeUrl = data.codeUrl ?? ''
  const outTradeNo = /\/cashier\/(\w+)\?k=/.exec(codeUrl)?.[1] ?? ''
  return { student, plan, orderNo: data.orderNo, signId: data.signId, codeUrl, outTradeNo }
}

/** The order is paid, but the notification of the payment gets lost. */
export async function payWithoutNotification(order: Pick<TestOrder, 'outTradeNo'>): Promise<void> {
  const { db } = await deps()
  await payDemoEntry(db, order.outTradeNo, true)
}

/** Pays a payment that the channel has closed, as a real channel may accept. */
export async function payClosedPayment(order: Pick<TestOrder, 'outTradeNo'>): Promise<void> {
  const { db } = await deps()
  await db
    .updateTable('demoCashier')
    .set({ state: 'SUCCESS', paidAt: sql`app_now()`, transactionId: `DEMO${order.outTradeNo}` })
    .where('outTradeNo', '=', order.outTradeNo)
    .execute()
}

export async function signedNotificationOf(
  order: Pick<TestOrder, 'outTradeNo'>,
  lie: Partial<ChannelOrder> = {},
  ageMs = 0,
) {
  const { db, keys } = await deps()
  const said: ChannelOrder = {
    outTradeNo: order.outTradeNo,
    state: 'SUCCESS',
    amountFen: 12_000,
    merchant: demoMerchant,
    transactionId: `DEMO${order.outTradeNo}`,
    paidAt: await appNow(db),
    ...lie,
  }
  return signDemoNotification(keys, said, new Date((await appNow(db)).getTime() - ageMs))
}

export const notificationCall: keyof ClientCalls = 'POST /order/v1/notify/:channel'

export async function sendCashierNotification(
  { body, headers }: { body: string; headers: Record<string, string> },
  channel = 'DEMO',
): Promise<{ status: number; key: string | undefined }> {
  const path = clientBase + notificationCall.replace('POST ', '').replace(':channel', channel)
  const response = await sendRawRequest(path, { method: 'POST', headers, body })
  const { data } = (await response.json()) as Envelope<{ key?: string } | null>
  return { status: response.status, key: data?.key }
}

export const acceptedNotificationResponse = { status: 200, key: undefined }

export const callCancelOrder = ({ orderNo, student }: TestOrder) =>
  must('POST /order/v1/cancel_order', { orderNo }, student.token)

export async function queryOrderStatus({ orderNo, student }: TestOrder) {
  return (await must('GET /order/v1/query_status', { orderNo }, student.token)).status
}

export async function readOrderBooksOf({ orderNo, signId }: Pick<TestOrder, 'orderNo' | 'signId'>) {
  const { db } = await deps()
  const one = { orderNo }
  return {
    order: await db
      .selectFrom('orders')
      .selectAll()
      .where((where) => where.and(one))
      .executeTakeFirstOrThrow(),
    payment: await db
      .selectFrom('payment')
      .selectAll()
      .where((where) => where.and(one))
      .orderBy('outTradeNo')
      .executeTakeFirst(),
    refunds: await db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.outTradeNo', 'refund.outTradeNo')
      .selectAll('refund')
      .where('payment.orderNo', '=', orderNo)
      .execute(),
    sign: await db.selectFrom('sign').selectAll().where('id', '=', signId).executeTakeFirstOrThrow(),
  }
}

export async function signInAgain(student: TestStudent): Promise<void> {
  const { token } = await must('POST /student/v1/login', {
    account: student.phone,
    password: student.password,
  })
  student.token = token
}

/** Rules that money must always satisfy; each query returns the rows that break one. */
const moneyRules: Record<string, string> = {
  'a priced order is paid by exactly one payment of its amount, a free one by none': `
    select o.order_no from orders o where o.status = 'PAID' and
      (select array_agg(amount_fen) from payment p where p.order_no = o.order_no and p.status = 'PAID')
      is distinct from case when o.amount_fen = 0 then null else array[o.amount_fen] end`,
  'a paid payment belongs to a paid order': `
    select out_trade_no from payment p join orders o using (order_no)
    where p.status = 'PAID' and o.status <> 'PAID'`,
  'money that is gone is its refunds, and what is kept is not': `
    select p.out_trade_no from payment p left join refund r using (out_trade_no) group by p.out_trade_no
    having (p.status in ('REFUNDING', 'REFUNDED')) <> (coalesce(sum(r.amount_fen), 0) = p.amount_fen)
      or (p.status = 'REFUNDED') <> (coalesce(sum(r.amount_fen) filter (where r.status = 'DONE'), 0) = p.amount_fen)
      or count(r.*) > 0 and p.status in ('CREATED', 'CLOSED')`,
  'the sign of a paid order is paid, once': `
    select s.id from sign s join order_line l on l.sign_id = s.id and l.order_status = 'PAID'
      and not exists (select from refund r where r.order_no = l.order_no and r.sign_id = l.sign_id)
    group by s.id, s.paid_at having count(*) > 1 or s.paid_at is null`,
  'a paid sign holds the courses that were paid for, and beside them only what was begun before': `
    select o.order_no from orders o join order_line l using (order_no)
    where o.status = 'PAID' and not exists (select from refund r where r.order_no = l.order_no and r.sign_id = l.sign_id)
      and l.course_ids <> (select array_agg(course_id order by course_id)
      from sign_course c where c.sign_id = l.sign_id and (c.course_id = any(l.course_ids) or c.id in (
        select id from sign_course_unbegun where id not in (select sign_course_id from exam_consent)
          and id not in (select sign_course_id from study_refusal))))
      -- of two free sign-ups that became one, courses went over (decision 010)
      and not (o.amount_fen = 0 and exists (select from student where id = o.student_id and merged_into is not null))`,
  'the lines of an order are its amount, and while it stands the plan its price': `
    select o.order_no from orders o join order_line l using (order_no) join sign s on s.id = l.sign_id
      join plan p on p.id = s.plan_id group by o.order_no
    having o.amount_fen <> sum(l.amount_fen) or bool_or(o.status <> 'CLOSED' and l.amount_fen <> p.price_fen)`,
  'our book and the cashier agree on what was kept and what went back': `
    select p.out_trade_no from payment p left join demo_cashier d using (out_trade_no)
    where p.channel = 'DEMO' and (p.status = 'PAID' and (d.state is distinct from 'SUCCESS' or d.amount_fen <> p.amount_fen)
      or p.status = 'REFUNDED' and d.state is distinct from 'REFUND')`,
  'every order and every end of one is in the audit log': `
    select o.order_no from orders o where
      not exists (select from audit_log a where a.subject = o.order_no and a.action = 'order.created')
      or o.status in ('PAID', 'REFUNDING', 'REFUNDED') and not exists (select from audit_log a
        where a.subject = o.order_no and a.action in ('order.paid', 'order.revived'))
      or o.status = 'CLOSED' and not exists (select from audit_log a
        where a.subject = o.order_no and a.action = 'order.closed')`,
}

export async function expectMoneyToAddUp(): Promise<void> {
  const { pool } = await deps()
  const broken: Record<string, unknown[]> = {}
  for (const [rule, text] of Object.entries(moneyRules)) {
    const { rows } = await pool.query(text)
    if (rows.length > 0) broken[rule] = rows
  }
  expect(broken).toEqual({})
}
