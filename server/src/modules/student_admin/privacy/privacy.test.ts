import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { makeTeamOrder } from '../../../../test/factories/employer.ts'
import { failTestAttempt, makeExam, passFirstExam } from '../../../../test/factories/exam.ts'
import { makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { companyInvoiceInput, makeIssuedInvoice } from '../../../../test/factories/invoice.ts'
import { makeOrder, payWithoutNotification, queryOrderStatus } from '../../../../test/factories/order.ts'
import { consentToEmail, sendTestMessage } from '../../../../test/factories/outside.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { finishStudy } from '../../../../test/factories/study.ts'
import { createChannelNotificationOf, deliverNotification, payAtWechat } from '../../../../test/factories/wechat.ts'
import { call, deps, must, sendRawRequest } from '../../../../test/world.ts'
import { deleteExpiredFiles } from '../../file/service/delete-unused.ts'
import { makeDataCopies } from './service/make-copy.ts'
import { claimDataCopy, setDataCopyReady } from './store/exports.ts'

const askFor = (student: TestStudent, change: object = {}) =>
  call('POST /privacy/v1/export', { id: randomUUID(), password: student.password, ...change }, student.token)
const exportsOf = (student: TestStudent) => must('GET /privacy/v1/exports', {}, student.token)

async function copyOf(student: TestStudent) {
  expect(await askFor(student)).toMatchObject({ code: 1, data: { state: 'MAKING', url: null } })
  await makeDataCopies(await deps())
  const [made] = (await exportsOf(student)).list
  const response = await sendRawRequest(made?.url ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const read = (name: string) => new TextDecoder().decode(entries[name])
  return {
    url: made?.url ?? '',
    page: read('个人信息副本.html'),
    data: JSON.parse(read('data.json')) as Record<string, Record<string, unknown>[]>,
    papers: JSON.parse(read('answers.json')) as { closed?: string; questions?: unknown[] }[],
    whole: Object.keys(entries).map(read).join('\n'),
  }
}

describe('privacy calls', () => {
  it('privacy calls need sign-in and valid input', async () => {
    const { token } = await makeStudent()
    expect((await call('GET /privacy/v1/exports')).status).toBe(401)
    expect((await call('POST /privacy/v1/export', {})).status).toBe(401)
    expect(await call('POST /privacy/v1/export', { id: 'x' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('privacy calls refuse a wrong password and lock after five', async () => {
    const student = await makeStudent()
    const password = '0'.repeat(32)
    expect(await askFor(student, { password })).toMatchObject({ key: 'student.wrongPassword' })
    for (let tried = 0; tried < 4; tried += 1) await askFor(student, { password })
    expect(await askFor(student)).toMatchObject({ key: 'student.locked' })
    expect((await exportsOf(student)).list).toEqual([])
  })

  it('of two students who request a data copy under the same id only one succeeds', async () => {
    const [one, other] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const both = await Promise.all([askFor(one, { id }), askFor(other, { id })])
    expect(both.map(({ key }) => key).sort()).toEqual(['privacy.notFound', undefined])
    await makeDataCopies(await deps())
  })

  it('repeated and simultaneous requests make one data copy, with at most three a day', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    const both = await Promise.all([askFor(student, { id }), askFor(student, { id })])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    expect(await askFor(student)).toMatchObject({ key: 'privacy.exportRunning' })
    const stranger = await makeStudent()
    expect(await askFor(stranger, { id })).toMatchObject({ key: 'privacy.notFound' })
    for (let round = 0; round < 2; round += 1) {
      await makeDataCopies(await deps())
      expect((await askFor(student)).code).toBe(1)
    }
    await makeDataCopies(await deps())
    expect(await askFor(student)).toMatchObject({
      key: 'privacy.exportsSpent',
      data: { most: 3 },
    })
    expect(await exportsOf(student)).toMatchObject({ left: 0, list: [{}, {}, {}] })
    const { list } = await must('GET /message/v1/list', {}, student.token)
    expect(list.filter(({ kind }) => kind === 'ACCOUNT')).toHaveLength(3)
    const { db } = await deps()
    const log = await db
      .selectFrom('securityLog')
      .select('event')
      .where('studentId', '=', student.id)
      .where('event', '=', 'DATA_EXPORTED')
      .execute()
    expect(log).toHaveLength(3)
  })
})

describe('data copy of a student', () => {
  it('a data copy has all data as JSON and as a page, without secrets', async () => {
    const { student, number } = await makeStudentWithProof('欧阳<副本>'.replace(/[<>]/g, ''))
    const order = await makeOrder({ student })
    await payWithoutNotification(order)
    await queryOrderStatus(order)
    const { db } = await deps()
    await db
      .updateTable('student')
      .set({ address: '<img src=x onerror=alert(1)>街道', email: 'me@example.cn' })
      .where('id', '=', student.id)
      .execute()
    const copy = await copyOf(student)
    expect(copy.data.profile).toMatchObject([
      { name: '欧阳副本', idNo: student.idNo, phone: student.phone, email: 'me@example.cn' },
    ])
    expect(copy.data.hours).toMatchObject([{ hours: 12 }])
    expect(copy.data.proofs).toMatchObject([{ number }])
    expect(copy.data.orders).toMatchObject([{ orderNo: order.orderNo, status: 'PAID' }])
    expect(copy.data.securityLog?.map(({ event }) => event)).toContain('LOGIN')
    expect(copy.page).toContain('欧阳副本')
    expect(copy.page).toContain('已支付')
    expect(copy.page).not.toContain('<img')
    const { passwordHash } = await db
      .selectFrom('student')
      .select('passwordHash')
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow()
    for (const secret of [passwordHash, student.password, student.token]) expect(copy.whole).not.toContain(secret)
    expect(copy.whole).not.toMatch(/passwordHash|token_?hash|codeUrl|answer_key/i)
  })

  it('a data copy names the accepted exam text and how many days pictures are stored', async () => {
    const { student, signId, courses } = await makeSign()
    const exam = { signId, id: courses[0]?.id ?? '' }
    const { version } = (await must('GET /exam/v1/info', exam, student.token)).consent
    await must('POST /exam/v1/consent', { ...exam, mode: 'CAMERA', version }, student.token)
    await must('POST /privacy/v1/withdraw_camera', {}, student.token)
    const { data, whole } = await copyOf(student)
    const [text = '', keepDays] = version.split('/')
    const said = { version: text, keepDays }
    expect(data.examConsents).toMatchObject([said, said])
    expect(data.agreements?.at(-1)).toMatchObject({ version: text })
    expect(whole).not.toContain(version)
  })

  it('a data copy contains every day of study, including the last', async () => {
    const sign = await makeSign()
    await finishStudy(sign)
    const ofLastDay = (await copyOf(sign.student)).data
    const total = (rows: Record<string, unknown>[] = []) => rows.reduce((sum, { seconds }) => sum + Number(seconds), 0)
    expect(total(ofLastDay.studyDays)).toBeGreaterThan(0)
    expect(total(ofLastDay.studyDays)).toBeCloseTo(total(ofLastDay.lessons), 6)
  })

  it('a data copy shows tenths of a second as the pages do', async () => {
    const sign = await makeSign()
    await finishStudy(sign)
    const { db } = await deps()
    const { id } = sign.student
    await db.updateTable('studyClock').set({ dayDs: 386 }).where('studentId', '=', id).execute()
    const ofSign = sign.courses.map((course) => course.id)
    await db.updateTable('lessonProgress').set({ creditedDs: 386 }).where('signCourseId', 'in', ofSign).execute()
    const { data } = await copyOf(sign.student)
    expect(data.studyDays?.at(-1)).toMatchObject({ seconds: 38.6 })
    expect(data.lessons?.[0]).toMatchObject({ seconds: 38.6 })
    const { studySecondsByDay } = await must('GET /course/v1/my_anlysis', {}, sign.student.token)
    expect(studySecondsByDay.at(-1)?.seconds).toBe(38.6)
  })

  it('a data copy contains right answers only where the exam review shows them', async () => {
    const failed = await makeExam()
    await failTestAttempt(failed)
    const student = failed.sign.student
    const closed = await copyOf(student)
    expect(closed.papers).toMatchObject([{ closed: 'exam.reviewLocked' }])
    expect(closed.whole).not.toContain('explanation')
    await passFirstExam(failed.sign)
    const open = await copyOf(student)
    expect(open.papers.some(({ questions }) => questions && questions.length > 0)).toBe(true)
    expect(open.data.attempts).toMatchObject([{ receipt: expect.any(String) }, {}])
  })

  it('of an employer order a data copy contains only the line of the student', async () => {
    const order = await makeTeamOrder(2)
    await payAtWechat(order)
    await deliverNotification(await createChannelNotificationOf(order))
    const [student, colleague] = order.students
    if (!student || !colleague) throw new Error('nobody')
    const copy = await copyOf(student)
    expect(copy.data.employers).toMatchObject([
      { organisation: order.employer.name, year: order.plan.year, state: 'CONFIRMED' },
    ])
    expect(copy.data.employers?.[0]?.courses).toEqual(expect.any(String))
    expect(copy.data.employerPayments).toMatchObject([
      { amount: 120, status: 'PAID', refunding: false, refundedAt: null },
    ])
    expect(copy.page).toContain('单位代缴')
    for (const theirs of [colleague.id, colleague.idNo, order.employer.creditCode])
      expect(copy.whole).not.toContain(theirs)
  })

  it('a data copy contains consents and what was sent to the student', async () => {
    const student = await makeStudent()
    const email = await consentToEmail(student)
    const title = await sendTestMessage(student)
    const { data } = await copyOf(student)
    expect(data.outside).toMatchObject([{ channel: 'EMAIL', to: email }])
    expect(data.deliveries).toMatchObject([{ title, channel: 'EMAIL', state: 'WAITING' }])
  })

  it('a data copy contains a requested invoice change', async () => {
    const clerk = await makeStaff({ roles: ['FINANCE'] })
    const { id, applyNo, student } = await makeIssuedInvoice(clerk)
    const wish = { ...companyInvoiceInput(), reason: '改开单位抬头', remark: '' }
    await must('POST /invoice/v1/change', { id, ...wish }, student.token)
    const { data } = await copyOf(student)
    expect(data.invoices).toMatchObject([{ applyNo, state: 'ISSUED' }])
    expect(data.invoiceChanges).toMatchObject([
      { applyNo, title: wish.title, taxNo: wish.taxNo, reason: wish.reason, withdrawnAt: null },
    ])
  })

  it('a data copy names no other person', async () => {
    const [one, other] = await Promise.all([makeStudent(), makeStudent({ name: '司徒他人' })])
    const copy = await copyOf(one)
    for (const theirs of [other.id, other.phone, other.idNo, other.name]) expect(copy.whole).not.toContain(theirs)
  })

  it('only the session that requested a data copy can open it, until the session ends', async () => {
    const [student, stranger] = await Promise.all([makeStudent(), makeStudent()])
    const { url } = await copyOf(student)
    const theirs = { headers: { authorization: stranger.token } }
    expect((await sendRawRequest(url, theirs)).status).toBe(403)
    expect((await sendRawRequest(url.replace(/&k=[0-9a-f]+/, ''))).status).toBe(403)
    expect((await sendRawRequest(url.replace(student.id, stranger.id))).status).toBe(403)
    const all = await deps()
    await all.db
      .updateTable('file')
      .set({ deleteDueAt: new Date(0) })
      .where('ownerId', '=', student.id)
      .execute()
    expect((await exportsOf(student)).list).toMatchObject([{ state: 'GONE', url: null }])
    await deleteExpiredFiles(all)
    expect((await sendRawRequest(url)).status).toBe(404)
    await must('POST /student/v1/logout', {}, student.token)
    expect((await sendRawRequest(url)).status).toBe(403)
  })

  it('a data copy is made once, even after a crash or by two processes', async () => {
    const student = await makeStudent()
    await askFor(student)
    const all = await deps()
    const dead = await claimDataCopy(all.db)
    expect(dead).toMatchObject({ studentId: student.id })
    expect(await makeDataCopies(all)).toBe(0)
    await all.db
      .updateTable('dataExport')
      .set({ claimedAt: new Date(0) })
      .where('studentId', '=', student.id)
      .execute()
    await Promise.all([makeDataCopies(all), makeDataCopies(all)])
    expect((await exportsOf(student)).list).toMatchObject([{ state: 'READY' }])
    if (!dead) throw new Error('nothing was claimed')
    await all.db.transaction().execute(async (tx) => {
      expect(await setDataCopyReady(tx, dead, randomUUID())).toBe(false)
    })
    const files = await all.db
      .selectFrom('file')
      .select('id')
      .where('ownerId', '=', student.id)
      .where('purpose', '=', 'EXPORT')
      .execute()
    expect(files).toHaveLength(1)
  })
})
