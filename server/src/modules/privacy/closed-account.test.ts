import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { closed, dayComes, rowOf, state, wish } from '../../../test/factories/closing.ts'
import {
  makeApplication,
  makeReviewer,
  makeSubmitted,
  makeType,
} from '../../../test/factories/course_reduce.ts'
import { onePixelPng, upload, uploadedFile } from '../../../test/factories/file.ts'
import { giveHours, makeProven } from '../../../test/factories/hours.ts'
import { makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import {
  booksOf,
  choiceOf,
  expectMoneyToAddUp,
  makeOrder,
  notificationOf,
  notify,
  paySilently,
  payTooLate,
  statusOf,
} from '../../../test/factories/order.ts'
import { agreeByEmail, tell } from '../../../test/factories/outside.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, registration } from '../../../test/factories/student.ts'
import { waiters } from '../../../test/waiters.ts'
import { ask, call, deps, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { deleteDueFiles } from '../file/service/tidy.ts'
import { verifyChains, verifySeals } from '../hours/service.ts'
import { lockStudents } from '../student/service.ts'
import { closeDueAccounts } from './service/erase.ts'

describe('a closed account', () => {
  it('with paid study left is a work item of finance with its sum, until a refund or a decision', async () => {
    const order = await makeOrder()
    const { student, orderNo, signId } = order
    await paySilently(order)
    await statusOf(order)
    const { lost } = await state(student)
    expect(lost).toBeGreaterThan(0)
    await closed(student)
    const { token } = await makeStaff({ permissions: ['finance.read', 'finance.resolve'] })
    const waiting = async () =>
      (await mustStaff('GET /finance/v1/closed_accounts', { state: 'OPEN' }, token)).list.find(
        (row) => row.orderNo === orderNo,
      )
    expect(await waiting()).toMatchObject({ signId, amount: lost, paidBy: null, state: 'OPEN' })
    const { list } = await mustStaff('GET /todo/v1/list', {}, token)
    expect(list.find(({ queue }) => queue === 'CLOSED_MONEY')?.count).toBeGreaterThan(0)
    const kept = { orderNo, signId, reason: '协议约定不退' }
    const keep = () => staffCall('POST /finance/v1/keep_closed_money', kept, token)
    expect(await keep()).toMatchObject({ code: 1, data: { state: 'KEPT', reason: kept.reason } })
    expect(await keep()).toMatchObject({ code: 1 })
    const other = { ...kept, reason: '另一种说法' }
    expect(await staffCall('POST /finance/v1/keep_closed_money', other, token)).toMatchObject({
      key: 'order.closedMoneyDecided',
    })
    expect(await waiting()).toBeUndefined()
    expect(await auditOf(orderNo)).toContainEqual(
      expect.objectContaining({ action: 'finance.closedMoneyKept' }),
    )
  })

  it('holds nothing of whoever only registered, and opens to nobody', async () => {
    const student = await makeStudent()
    const { id: avatarFileId } = await uploadedFile(student, 'AVATAR')
    const change = { avatarFileId, address: '西湖区某路 1 号', email: 'me@example.cn' }
    const { avatarUrl } = await must('POST /student/v1/modify', change, student.token)
    await closed(student)
    const row = await rowOf(student.id)
    expect(row).toMatchObject({ name: '已注销', idNo: '', phone: '', certificateNo: '' })
    expect([row.address, row.email, row.employer, row.avatarFileId]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect((await call('GET /student/v1/profile', {}, student.token)).status).toBe(401)
    const login = { account: student.phone, password: student.password }
    expect(await call('POST /student/v1/login', login)).toMatchObject({
      key: 'student.badCredentials',
    })
    await deleteDueFiles(await deps())
    expect((await ask(avatarUrl ?? '')).status).toBe(404)
    expect((await auditOf(student.id)).at(-1)).toMatchObject({
      actor: 'system',
      action: 'privacy.accountErased',
      detail: { needed: 'NOTHING', accounts: 1 },
    })
    const clerk = await makeStaff({
      permissions: ['student.read', 'student.edit', 'student.reveal'],
    })
    const shown = await mustStaff('GET /student_desk/v1/info', { id: student.id }, clerk.token)
    expect(shown).toMatchObject({
      state: 'ERASED',
      phoneMasked: '账号已注销',
      erasedAt: expect.any(String),
      mergedInto: null,
    })
    const again = { id: student.id, key: randomUUID(), reason: '本人来电' }
    expect(
      await staffCall('POST /student_desk/v1/reset_password', again, clerk.token),
    ).toMatchObject({ key: 'student_desk.erased' })
    // not even the empty numbers, and nobody is said to have looked
    const look = { id: student.id, reason: '核对号码' }
    expect(await staffCall('POST /student_desk/v1/reveal', look, clerk.token)).toMatchObject({
      key: 'student_desk.erased',
    })
    const ofState = async (state: 'CLOSED' | 'ERASED') =>
      (await mustStaff('POST /student_desk/v1/list', { state, pageSize: 100 }, clerk.token)).list
    expect((await ofState('ERASED')).map(({ id }) => id)).toContain(student.id)
    expect((await ofState('CLOSED')).map(({ id }) => id)).not.toContain(student.id)
  })

  it('takes what hangs on it: drafts, texts, messages, rehearsals, extra time, titles', async () => {
    const { student, courses } = await makeSign()
    const { input } = await makeApplication(await makeType(await makeReviewer()), {}, { student })
    await must('POST /course_reduce/v1/save', input, student.token)
    const { db } = await deps()
    const own = { studentId: student.id }
    await db
      .insertInto('evaluation')
      .values({
        signCourseId: courses[0]?.id ?? '',
        content: 5,
        teacher: 4,
        usefulness: 3,
        text: '我是某某药店的',
      })
      .execute()
    await db
      .insertInto('examExtraTime')
      .values({ ...own, percent: 50, reason: '视力障碍', setBy: 'test' })
      .execute()
    await db
      .insertInto('invoiceTitle')
      .values({ ...own, titleType: 'PERSONAL', title: '张三' })
      .execute()
    await closed(student)
    const tables = [
      'reduction',
      'examExtraTime',
      'invoiceTitle',
      'message',
      'correctionRequest',
    ] as const
    for (const table of tables)
      expect(
        await db
          .selectFrom(table)
          .select('studentId')
          .where('studentId', '=', student.id)
          .execute(),
      ).toEqual([])
    const evaluation = await db
      .selectFrom('evaluation')
      .select(['content', 'text'])
      .where('signCourseId', '=', courses[0]?.id ?? '')
      .executeTakeFirst()
    expect(evaluation).toEqual({ content: 5, text: '' })
  })

  it('ends consents to e-mail and SMS, with what waits and the codes', async () => {
    const student = await makeStudent()
    await agreeByEmail(student)
    await tell(student)
    await closed(student)
    const { db } = await deps()
    for (const table of ['messageConsent', 'messageDelivery', 'emailCode'] as const) {
      const rows = db.selectFrom(table).select('studentId').where('studentId', '=', student.id)
      expect(await rows.execute(), table).toEqual([])
    }
  })

  it('frees phone, ID and certificate number, locks and all', async () => {
    const student = await makeStudent()
    const password = digestPassword('Wrong1!pw')
    await closed(student)
    for (let tried = 0; tried < 2; tried += 1)
      await call('POST /student/v1/login', { account: student.phone, password })
    const { name, phone, idNo, certificateNo } = student
    const person = await registration({ name, phone, idNo, certificateNo })
    const fresh = await must('POST /student/v1/register', person)
    expect(fresh.user.name).toBe(student.name)
    expect(await must('GET /certification_grant/v1/query', {}, fresh.token)).toBeTruthy()
  })

  it('leaves ledger, proof and its public check as they were', async () => {
    const { student, number } = await makeProven('司马留名')
    await closed(student)
    const { db } = await deps()
    expect((await verifyChains(db)).breaks).toEqual([])
    expect((await verifySeals(db)).breaks).toEqual([])
    const row = await rowOf(student.id)
    expect(row).toMatchObject({ name: '司马留名', idNo: student.idNo, phone: '' })
    const proof = await db
      .selectFrom('proof')
      .select(['code', 'revokedAt'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(proof.revokedAt).toBeNull()
    const input = { code: proof.code, name: '司马留名' }
    expect(await must('GET /certification_grant/v1/verify', input)).toMatchObject({
      verdict: 'GENUINE',
      signature: 'VALID',
      nameMatches: true,
    })
  })

  it('leaves its money whole, keeps the name and not the ID', async () => {
    const order = await makeOrder()
    await paySilently(order)
    await statusOf(order)
    await closed(order.student)
    expect(await rowOf(order.student.id)).toMatchObject({ name: order.student.name, idNo: '' })
    const { db } = await deps()
    const { rows } = await sql<{ fault: string | null }>`
      select money_fault(order_no) as fault from orders where student_id = ${order.student.id}`.execute(
      db,
    )
    expect(rows).toEqual([{ fault: null }])
    await expectMoneyToAddUp()
  })

  it('gives money back that comes too late', async () => {
    const order = await makeOrder()
    await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
    await closed(order.student)
    await payTooLate(order)
    await notify(await notificationOf(order))
    expect(await booksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE', paidAt: null },
      refunds: [{ amountFen: 12_000 }],
    })
  })

  it('keeps evidence of hours that stand, no other file', async () => {
    const reviewer = await makeReviewer()
    const { student, id, version, input } = await makeSubmitted(await makeType(reviewer))
    const review = { items: [{ id, version }], opinion: '属实' }
    await mustStaff('POST /course_reduce/v1/approve_all', review, reviewer.token)
    const { id: loose } = await uploadedFile(student, 'EVIDENCE')
    await closed(student)
    await deleteDueFiles(await deps())
    const { db } = await deps()
    const files = await db
      .selectFrom('file')
      .select(['id', 'name', 'deletedAt'])
      .where('ownerId', '=', student.id)
      .execute()
    expect(files.find(({ id }) => id === loose)?.name).toBe('已删除')
    const kept = files.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id)
    expect(kept).toEqual(input.attachments)
    expect(kept).not.toContain(loose)
  })

  it('has no evidence any more once its hours are taken back, and is told nothing', async () => {
    const reviewer = await makeReviewer()
    const type = await makeType(reviewer)
    const { student, id, version } = await makeSubmitted(type)
    const other = { startDate: '2003-05-01', endDate: '2003-05-02' }
    const stands = await makeSubmitted(type, other, { student })
    const items = [{ id, version }, stands].map((one) => ({ id: one.id, version: one.version }))
    await mustStaff(
      'POST /course_reduce/v1/approve_all',
      { items, opinion: '属实' },
      reviewer.token,
    )
    await closed(student)
    const back = { id, version: version + 1, reason: '材料不实' }
    await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
    await deleteDueFiles(await deps())
    const { db } = await deps()
    const kept = db.selectFrom('file').select('id').where('deletedAt', 'is', null)
    expect(await kept.where('ownerId', '=', student.id).execute()).toEqual(
      stands.input.attachments.map((id) => ({ id })),
    )
    const told = db.selectFrom('message').select('event').where('studentId', '=', student.id)
    expect(await told.execute()).toEqual([])
  })

  it('is told nothing of its proof either', async () => {
    const { student, number } = await makeProven()
    await closed(student)
    const { db } = await deps()
    const proof = db.selectFrom('proof').select('id').where('number', '=', number)
    const clerk = await makeStaff({ permissions: ['proof.read', 'proof.decide'] })
    const { id } = await proof.executeTakeFirstOrThrow()
    await mustStaff('POST /certification_grant/v1/revoke', { id, reason: '误发' }, clerk.token)
    const told = db.selectFrom('message').select('event').where('studentId', '=', student.id)
    expect(await told.execute()).toEqual([])
  })

  it('is one with those merged into it', async () => {
    const [kept, other] = await Promise.all([makeStudent(), makeStudent()])
    const desk = await makeMergeDesk()
    const merge = mergeOf(kept, other)
    await desk.propose(merge)
    expect((await state(kept)).obstacles).toEqual(['有合并账号的申请待确认，请联系客服'])
    await desk.decide(merge.id)
    await closed(kept)
    expect(await rowOf(other.id)).toMatchObject({ phone: '', idNo: '', mergedInto: kept.id })
  })

  it('is closed once by two jobs at once, wholly or not at all', async () => {
    const { student, plan } = await makeProven()
    await wish(student)
    await dayComes(student)
    const all = await deps()
    // the last write of it fails: nothing of it has happened
    await sql`create function refuse_erasing() returns trigger language plpgsql as $$
      begin if new.action = 'privacy.accountErased' then raise exception 'no'; end if; return new; end $$`.execute(
      all.db,
    )
    await sql`create trigger refuse_erasing before insert on audit_log for each row execute function refuse_erasing()`.execute(
      all.db,
    )
    await closeDueAccounts(all)
    await sql`drop trigger refuse_erasing on audit_log`.execute(all.db)
    await sql`drop function refuse_erasing()`.execute(all.db)
    expect(await rowOf(student.id)).toMatchObject({ closedAt: null, phone: student.phone })
    expect((await call('GET /student/v1/profile', {}, student.token)).code).toBe(1)
    // its next try comes later, by two at once
    await passTime(16)
    await Promise.all([closeDueAccounts(all), closeDueAccounts(all)])
    const erased = (await auditOf(student.id)).filter(
      ({ action }) => action === 'privacy.accountErased',
    )
    expect(erased).toHaveLength(1)
    // hours can still be taken back: the ledger does not mind
    await giveHours(student, plan, 10)
    expect((await verifyChains(all.db)).breaks).toEqual([])
  })
})

it('nothing is written for an account that was closed while the call waited for it', async () => {
  const [student, other, reviewer] = [
    await makeStudent(),
    await makeStudent(),
    await makeReviewer(),
  ]
  const type = await makeType(reviewer)
  const { input } = await makeApplication(type, {}, { student })
  const draft = { ...input, id: randomUUID() }
  await must('POST /course_reduce/v1/save', draft, student.token)
  const { password } = student
  const plan = await makePlan()
  const wishes = [
    [
      'POST /order/v1/create_order',
      { year: plan.year, courseIds: choiceOf(plan), payType: 'DEMO' },
    ],
    ['POST /privacy/v1/export', { id: randomUUID(), password }],
    [
      'POST /privacy/v1/correct',
      { id: randomUUID(), field: 'NAME', value: '张三封', reason: '登记时写错了' },
    ],
    ['POST /privacy/v1/withdraw_camera', {}],
    ['POST /student/v1/modify', { address: '西湖区某路 1 号' }],
    [
      'POST /student/v1/modify_password',
      { oldPassword: password, newPassword: digestPassword('Brand#New31') },
    ],
    ['POST /student/v1/accept_agreements', { texts: [{ kind: 'AGREEMENT', version: 'any' }] }],
    ['POST /course_reduce/v1/save', input],
    ['POST /course_reduce/v1/submit', { ...input, id: randomUUID() }],
    ['POST /course_reduce/v1/withdraw', { id: draft.id, version: 1 }],
  ] as const
  const { db } = await deps()
  const row = { closedAt: new Date(), mergedInto: other.id }
  const { asked } = await inTransaction(db, async (tx) => {
    await lockStudents(tx, [student.id])
    await tx.updateTable('student').set(row).where('id', '=', student.id).execute()
    const asked = [
      ...wishes.map(([key, wish]) => call(key, wish, student.token)),
      upload({ purpose: 'EVIDENCE', file: onePixelPng() }, student.token),
    ]
    await waiters(asked.length)
    return { asked }
  })
  for (const [index, answer] of (await Promise.all(asked)).entries())
    expect(answer, wishes[index]?.[0] ?? 'upload').toMatchObject({ key: 'common.unauthorized' })
  expect((await rowOf(student.id)).address).toBeNull()
})
