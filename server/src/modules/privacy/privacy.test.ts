import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { makeTeamOrder } from '../../../test/factories/employer.ts'
import { fail, makeExam, passExam } from '../../../test/factories/exam.ts'
import { makeProven } from '../../../test/factories/hours.ts'
import { company, issued } from '../../../test/factories/invoice.ts'
import { makeOrder, paySilently, statusOf } from '../../../test/factories/order.ts'
import { agreeByEmail, tell } from '../../../test/factories/outside.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { deliver, messageOf, pay } from '../../../test/factories/wechat.ts'
import { ask, call, deps, must } from '../../../test/world.ts'
import { deleteDueFiles } from '../file/service/tidy.ts'
import { makeCopies } from './service/make-copy.ts'
import { claimExport, setReady } from './store/exports.ts'

const askFor = (student: TestStudent, change: object = {}) =>
  call(
    'POST /privacy/v1/export',
    { id: randomUUID(), password: student.password, ...change },
    student.token,
  )
const exportsOf = (student: TestStudent) => must('GET /privacy/v1/exports', {}, student.token)

/** The copy as its student unpacks it. */
async function copyOf(student: TestStudent) {
  expect(await askFor(student)).toMatchObject({ code: 1, data: { state: 'MAKING', url: null } })
  await makeCopies(await deps())
  const [made] = (await exportsOf(student)).list
  const response = await ask(made?.url ?? '')
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

describe('the calls', () => {
  it('ask for sign-in and good input', async () => {
    const { token } = await makeStudent()
    expect((await call('GET /privacy/v1/exports')).status).toBe(401)
    expect((await call('POST /privacy/v1/export', {})).status).toBe(401)
    expect(await call('POST /privacy/v1/export', { id: 'x' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('refuse a wrong password, and lock after five of them', async () => {
    const student = await makeStudent()
    const password = '0'.repeat(32)
    expect(await askFor(student, { password })).toMatchObject({ key: 'student.wrongPassword' })
    for (let tried = 0; tried < 4; tried += 1) await askFor(student, { password })
    expect(await askFor(student)).toMatchObject({ key: 'student.locked' })
    expect((await exportsOf(student)).list).toEqual([])
  })

  it('give one id to one of two students who use it at once', async () => {
    const [one, other] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const both = await Promise.all([askFor(one, { id }), askFor(other, { id })])
    expect(both.map(({ key }) => key).sort()).toEqual(['privacy.notFound', undefined])
    await makeCopies(await deps())
  })

  it('make one copy of repeats and of two at once, three a day', async () => {
    const student = await makeStudent()
    const id = randomUUID()
    const both = await Promise.all([askFor(student, { id }), askFor(student, { id })])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    expect(await askFor(student)).toMatchObject({ key: 'privacy.exportRunning' })
    const stranger = await makeStudent()
    expect(await askFor(stranger, { id })).toMatchObject({ key: 'privacy.notFound' })
    for (let round = 0; round < 2; round += 1) {
      await makeCopies(await deps())
      expect((await askFor(student)).code).toBe(1)
    }
    await makeCopies(await deps())
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

describe('a copy', () => {
  it('holds what is kept, as JSON and as a page, and no secret', async () => {
    const { student, number } = await makeProven('欧阳<副本>'.replace(/[<>]/g, ''))
    const order = await makeOrder({ student })
    await paySilently(order)
    await statusOf(order)
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
    for (const secret of [passwordHash, student.password, student.token])
      expect(copy.whole).not.toContain(secret)
    expect(copy.whole).not.toMatch(/passwordHash|token_?hash|codeUrl|answer_key/i)
  })

  it('says which text on exams was agreed to, and for how many days pictures are kept by it', async () => {
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

  it('holds every day of study, the last one too', async () => {
    const sign = await makeSign()
    await finishStudy(sign)
    const ofLastDay = (await copyOf(sign.student)).data
    const total = (rows: Record<string, unknown>[] = []) =>
      rows.reduce((sum, { seconds }) => sum + Number(seconds), 0)
    expect(total(ofLastDay.studyDays)).toBeGreaterThan(0)
    expect(total(ofLastDay.studyDays)).toBeCloseTo(total(ofLastDay.lessons), 6)
  })

  it('holds tenths of seconds as the pages show them', async () => {
    const sign = await makeSign()
    await finishStudy(sign)
    const { db } = await deps()
    const { id } = sign.student
    await db.updateTable('studyClock').set({ dayDs: 386 }).where('studentId', '=', id).execute()
    const ofSign = sign.courses.map((course) => course.id)
    await db
      .updateTable('lessonProgress')
      .set({ creditedDs: 386 })
      .where('signCourseId', 'in', ofSign)
      .execute()
    const { data } = await copyOf(sign.student)
    expect(data.studyDays?.at(-1)).toMatchObject({ seconds: 38.6 })
    expect(data.lessons?.[0]).toMatchObject({ seconds: 38.6 })
    const { studySecondsByDay } = await must('GET /course/v1/my_anlysis', {}, sign.student.token)
    expect(studySecondsByDay.at(-1)?.seconds).toBe(38.6)
  })

  it('opens right answers only where the review does', async () => {
    const failed = await makeExam()
    await fail(failed)
    const student = failed.sign.student
    const closed = await copyOf(student)
    expect(closed.papers).toMatchObject([{ closed: 'exam.reviewLocked' }])
    expect(closed.whole).not.toContain('explanation')
    await passExam(failed.sign)
    const open = await copyOf(student)
    expect(open.papers.some(({ questions }) => questions && questions.length > 0)).toBe(true)
    expect(open.data.attempts).toMatchObject([{ receipt: expect.any(String) }, {}])
  })

  it('holds what an employer paid: the own line, not the order', async () => {
    const order = await makeTeamOrder(2)
    await pay(order)
    await deliver(await messageOf(order))
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

  it('holds what one agreed to, and what was sent there', async () => {
    const student = await makeStudent()
    const email = await agreeByEmail(student)
    const title = await tell(student)
    const { data } = await copyOf(student)
    expect(data.outside).toMatchObject([{ channel: 'EMAIL', to: email }])
    expect(data.deliveries).toMatchObject([{ title, channel: 'EMAIL', state: 'WAITING' }])
  })

  it('holds what one wants to have instead of an invoice', async () => {
    const clerk = await makeStaff({ roles: ['FINANCE'] })
    const { id, applyNo, student } = await issued(clerk)
    const wish = { ...company(), reason: '改开单位抬头', remark: '' }
    await must('POST /invoice/v1/change', { id, ...wish }, student.token)
    const { data } = await copyOf(student)
    expect(data.invoices).toMatchObject([{ applyNo, state: 'ISSUED' }])
    expect(data.invoiceChanges).toMatchObject([
      { applyNo, title: wish.title, taxNo: wish.taxNo, reason: wish.reason, withdrawnAt: null },
    ])
  })

  it('names nobody else', async () => {
    const [one, other] = await Promise.all([makeStudent(), makeStudent({ name: '司徒他人' })])
    const copy = await copyOf(one)
    for (const theirs of [other.id, other.phone, other.idNo, other.name])
      expect(copy.whole).not.toContain(theirs)
  })

  it('is opened by the sign-in it was given to, until it ends or the day comes', async () => {
    const [student, stranger] = await Promise.all([makeStudent(), makeStudent()])
    const { url } = await copyOf(student)
    const theirs = { headers: { authorization: stranger.token } }
    expect((await ask(url, theirs)).status).toBe(403)
    expect((await ask(url.replace(/&k=[0-9a-f]+/, ''))).status).toBe(403)
    expect((await ask(url.replace(student.id, stranger.id))).status).toBe(403)
    const all = await deps()
    await all.db
      .updateTable('file')
      .set({ deleteDueAt: new Date(0) })
      .where('ownerId', '=', student.id)
      .execute()
    expect((await exportsOf(student)).list).toMatchObject([{ state: 'GONE', url: null }])
    await deleteDueFiles(all)
    expect((await ask(url)).status).toBe(404)
    await must('POST /student/v1/logout', {}, student.token)
    expect((await ask(url)).status).toBe(403)
  })

  it('is made once, also when a process dies with it or two are at it', async () => {
    const student = await makeStudent()
    await askFor(student)
    const all = await deps()
    const dead = await claimExport(all.db)
    expect(dead).toMatchObject({ studentId: student.id })
    // somebody is at it
    expect(await makeCopies(all)).toBe(0)
    await all.db
      .updateTable('dataExport')
      .set({ claimedAt: new Date(0) })
      .where('studentId', '=', student.id)
      .execute()
    await Promise.all([makeCopies(all), makeCopies(all)])
    expect((await exportsOf(student)).list).toMatchObject([{ state: 'READY' }])
    // the dead one comes back: too late
    if (!dead) throw new Error('nothing was claimed')
    await all.db.transaction().execute(async (tx) => {
      expect(await setReady(tx, dead, randomUUID())).toBe(false)
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
