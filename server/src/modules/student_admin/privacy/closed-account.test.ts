import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callCloseAccount,
  closeTestAccount,
  getClosingState,
  passClosingDays,
  readStudentRow,
} from '../../../../test/factories/closing.ts'
import {
  makeReductionApplication,
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makeOnePixelPng, sendUploadForm, uploadStudentFile } from '../../../../test/factories/file.ts'
import { giveLedgerHours, makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import {
  chosenCourseIds,
  expectMoneyToAddUp,
  makeOrder,
  payClosedPayment,
  payWithoutNotification,
  queryOrderStatus,
  readOrderBooksOf,
  sendCashierNotification,
  signedNotificationOf,
} from '../../../../test/factories/order.ts'
import { consentToEmail, sendTestMessage } from '../../../../test/factories/outside.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, registrationInput } from '../../../../test/factories/student.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import { call, deps, must, mustStaff, passTime, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { checkDailyRoots } from '../../credits/hours/service/daily-roots.ts'
import { checkLedger } from '../../credits/hours/service/verify.ts'
import { deleteExpiredFiles } from '../../file/service/delete-unused.ts'
import { lockStudents } from '../../student/service.ts'
import { closeDueAccounts } from './service/erase.ts'

describe('closed accounts of students', () => {
  it('a closed account with paid study is a case for the finance desk until a refund or decision', async () => {
    const order = await makeOrder()
    const { student, orderNo, signId } = order
    await payWithoutNotification(order)
    await queryOrderStatus(order)
    const { lost } = await getClosingState(student)
    expect(lost).toBeGreaterThan(0)
    await closeTestAccount(student)
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
    expect(await listAuditRowsOf(orderNo)).toContainEqual(
      expect.objectContaining({ action: 'finance.closedMoneyKept' }),
    )
  })

  it('a closed account without study keeps no data and cannot sign in', async () => {
    const student = await makeStudent()
    const { id: avatarFileId } = await uploadStudentFile(student, 'AVATAR')
    const change = { avatarFileId, address: '西湖区某路 1 号', email: 'me@example.cn' }
    const { avatarUrl } = await must('POST /student/v1/modify', change, student.token)
    await closeTestAccount(student)
    const row = await readStudentRow(student.id)
    expect(row).toMatchObject({ name: '已注销', idNo: '', phone: '', certificateNo: '' })
    expect([row.address, row.email, row.employer, row.avatarFileId]).toEqual([null, null, null, null])
    expect((await call('GET /student/v1/profile', {}, student.token)).status).toBe(401)
    const login = { account: student.phone, password: student.password }
    expect(await call('POST /student/v1/login', login)).toMatchObject({
      key: 'student.badCredentials',
    })
    await deleteExpiredFiles(await deps())
    expect((await sendRawRequest(avatarUrl ?? '')).status).toBe(404)
    expect((await listAuditRowsOf(student.id)).at(-1)).toMatchObject({
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
    expect(await staffCall('POST /student_desk/v1/reset_password', again, clerk.token)).toMatchObject({
      key: 'student_desk.erased',
    })
    // Revealing the numbers of an erased account is refused, and no view is audited.
    const look = { id: student.id, reason: '核对号码' }
    expect(await staffCall('POST /student_desk/v1/reveal', look, clerk.token)).toMatchObject({
      key: 'student_desk.erased',
    })
    const ofState = async (state: 'CLOSED' | 'ERASED') =>
      (await mustStaff('POST /student_desk/v1/list', { state, pageSize: 100 }, clerk.token)).list
    expect((await ofState('ERASED')).map(({ id }) => id)).toContain(student.id)
    expect((await ofState('CLOSED')).map(({ id }) => id)).not.toContain(student.id)
  })

  it('closing an account deletes drafts, texts, messages, rehearsals, extra time and titles', async () => {
    const { student, courses } = await makeSign()
    const { input } = await makeReductionApplication(
      await makeReductionType(await makeReductionReviewer()),
      {},
      { student },
    )
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
    await closeTestAccount(student)
    const tables = ['reduction', 'examExtraTime', 'invoiceTitle', 'message', 'correctionRequest'] as const
    for (const table of tables)
      expect(await db.selectFrom(table).select('studentId').where('studentId', '=', student.id).execute()).toEqual([])
    const evaluation = await db
      .selectFrom('evaluation')
      .select(['content', 'text'])
      .where('signCourseId', '=', courses[0]?.id ?? '')
      .executeTakeFirst()
    expect(evaluation).toEqual({ content: 5, text: '' })
  })

  it('closing an account ends e-mail and SMS consents, pending deliveries and codes', async () => {
    const student = await makeStudent()
    await consentToEmail(student)
    await sendTestMessage(student)
    await closeTestAccount(student)
    const { db } = await deps()
    for (const table of ['messageConsent', 'messageDelivery', 'emailCode'] as const) {
      const rows = db.selectFrom(table).select('studentId').where('studentId', '=', student.id)
      expect(await rows.execute(), table).toEqual([])
    }
  })

  it('closing an account frees phone, id and certificate number and removes their locks', async () => {
    const student = await makeStudent()
    const password = digestPassword('Wrong1!pw')
    await closeTestAccount(student)
    for (let tried = 0; tried < 2; tried += 1)
      await call('POST /student/v1/login', { account: student.phone, password })
    const { name, phone, idNo, certificateNo } = student
    const person = await registrationInput({ name, phone, idNo, certificateNo })
    const fresh = await must('POST /student/v1/register', person)
    expect(fresh.user.name).toBe(student.name)
    expect(await must('GET /certification_grant/v1/query', {}, fresh.token)).toBeTruthy()
  })

  it('closing an account leaves ledger, proof and its verification unchanged', async () => {
    const { student, number } = await makeStudentWithProof('司马留名')
    await closeTestAccount(student)
    const { db } = await deps()
    expect((await runWholeCheck(checkLedger, { db })).faults).toEqual([])
    expect((await runWholeCheck(checkDailyRoots, { db })).faults).toEqual([])
    const row = await readStudentRow(student.id)
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

  it('closing an account keeps orders and payments with the name but without the id number', async () => {
    const order = await makeOrder()
    await payWithoutNotification(order)
    await queryOrderStatus(order)
    await closeTestAccount(order.student)
    expect(await readStudentRow(order.student.id)).toMatchObject({ name: order.student.name, idNo: '' })
    const { db } = await deps()
    const { rows } = await sql<{ fault: string | null }>`
      select money_fault(order_no) as fault from orders where student_id = ${order.student.id}`.execute(db)
    expect(rows).toEqual([{ fault: null }])
    await expectMoneyToAddUp()
  })

  it('a late payment for a closed account is refunded', async () => {
    const order = await makeOrder()
    await must('POST /order/v1/cancel_order', { orderNo: order.orderNo }, order.student.token)
    await closeTestAccount(order.student)
    await payClosedPayment(order)
    await sendCashierNotification(await signedNotificationOf(order))
    expect(await readOrderBooksOf(order)).toMatchObject({
      order: { status: 'CLOSED', closeReason: 'REFUNDED_LATE', paidAt: null },
      refunds: [{ amountFen: 12_000 }],
    })
  })

  it('closing an account keeps only evidence of valid hours', async () => {
    const reviewer = await makeReductionReviewer()
    const { student, id, version, input } = await makeSubmittedReduction(await makeReductionType(reviewer))
    const review = { items: [{ id, version }], opinion: '属实' }
    await mustStaff('POST /course_reduce/v1/approve_all', review, reviewer.token)
    const { id: loose } = await uploadStudentFile(student, 'EVIDENCE')
    await closeTestAccount(student)
    await deleteExpiredFiles(await deps())
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

  it('the evidence of a closed account is deleted when its hours are reversed, and no message is sent', async () => {
    const reviewer = await makeReductionReviewer()
    const type = await makeReductionType(reviewer)
    const { student, id, version } = await makeSubmittedReduction(type)
    const other = { startDate: '2003-05-01', endDate: '2003-05-02' }
    const stands = await makeSubmittedReduction(type, other, { student })
    const items = [{ id, version }, stands].map((one) => ({ id: one.id, version: one.version }))
    await mustStaff('POST /course_reduce/v1/approve_all', { items, opinion: '属实' }, reviewer.token)
    await closeTestAccount(student)
    const back = { id, version: version + 1, reason: '材料不实' }
    await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
    await deleteExpiredFiles(await deps())
    const { db } = await deps()
    const kept = db.selectFrom('file').select('id').where('deletedAt', 'is', null)
    expect(await kept.where('ownerId', '=', student.id).execute()).toEqual(
      stands.input.attachments.map((id) => ({ id })),
    )
    const told = db.selectFrom('message').select('event').where('studentId', '=', student.id)
    expect(await told.execute()).toEqual([])
  })

  it('a closed account gets no message about its proof', async () => {
    const { student, number } = await makeStudentWithProof()
    await closeTestAccount(student)
    const { db } = await deps()
    const proof = db.selectFrom('proof').select('id').where('number', '=', number)
    const clerk = await makeStaff({ permissions: ['proof.read', 'proof.decide'] })
    const { id } = await proof.executeTakeFirstOrThrow()
    await mustStaff('POST /certification_grant/v1/revoke', { id, reason: '误发' }, clerk.token)
    const told = db.selectFrom('message').select('event').where('studentId', '=', student.id)
    expect(await told.execute()).toEqual([])
  })

  it('closing an account closes the accounts merged into it', async () => {
    const [kept, other] = await Promise.all([makeStudent(), makeStudent()])
    const desk = await makeMergeTestDesk()
    const merge = mergeInput(kept, other)
    await desk.propose(merge)
    expect((await getClosingState(kept)).obstacles).toEqual(['有合并账号的申请待确认，请联系客服'])
    await desk.decide(merge.id)
    await closeTestAccount(kept)
    expect(await readStudentRow(other.id)).toMatchObject({ phone: '', idNo: '', mergedInto: kept.id })
  })

  it('two simultaneous jobs close an account once, either completely or not at all', async () => {
    const { student, plan } = await makeStudentWithProof()
    await callCloseAccount(student)
    await passClosingDays(student)
    const all = await deps()
    // The last write fails, so the whole closing is rolled back.
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
    expect(await readStudentRow(student.id)).toMatchObject({ closedAt: null, phone: student.phone })
    expect((await call('GET /student/v1/profile', {}, student.token)).code).toBe(1)
    await passTime(16)
    await Promise.all([closeDueAccounts(all), closeDueAccounts(all)])
    const erased = (await listAuditRowsOf(student.id)).filter(({ action }) => action === 'privacy.accountErased')
    expect(erased).toHaveLength(1)
    await giveLedgerHours(student, plan, 10)
    expect((await runWholeCheck(checkLedger, { db: all.db })).faults).toEqual([])
  })
})

it('a call that waited for the closing of its account writes nothing', async () => {
  const [student, other, reviewer] = [await makeStudent(), await makeStudent(), await makeReductionReviewer()]
  const type = await makeReductionType(reviewer)
  const { input } = await makeReductionApplication(type, {}, { student })
  const draft = { ...input, id: randomUUID() }
  await must('POST /course_reduce/v1/save', draft, student.token)
  const { password } = student
  const plan = await makePlan()
  const wishes = [
    ['POST /order/v1/create_order', { year: plan.year, courseIds: chosenCourseIds(plan), payType: 'DEMO' }],
    ['POST /privacy/v1/export', { id: randomUUID(), password }],
    ['POST /privacy/v1/correct', { id: randomUUID(), field: 'NAME', value: '张三封', reason: '登记时写错了' }],
    ['POST /privacy/v1/withdraw_camera', {}],
    ['POST /student/v1/modify', { address: '西湖区某路 1 号' }],
    ['POST /student/v1/modify_password', { oldPassword: password, newPassword: digestPassword('Brand#New31') }],
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
      sendUploadForm({ purpose: 'EVIDENCE', file: makeOnePixelPng() }, student.token),
    ]
    await waitForLockWaiters(asked.length)
    return { asked }
  })
  for (const [index, answer] of (await Promise.all(asked)).entries())
    expect(answer, wishes[index]?.[0] ?? 'upload').toMatchObject({ key: 'common.unauthorized' })
  expect((await readStudentRow(student.id)).address).toBeNull()
})
