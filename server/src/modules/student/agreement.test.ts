import { randomUUID } from 'node:crypto'
import { type AnyCallDefinition, clientCalls } from '@ce/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeExam, startTestAttempt } from '../../../test/factories/exam.ts'
import { publishTestLegalText, shanghaiDateIn } from '../../../test/factories/first_page.ts'
import { makeOrder } from '../../../test/factories/order.ts'
import { makeLearner, makeTestPlayer } from '../../../test/factories/player.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, registrationInput, type TestStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTimeTo } from '../../../test/world.ts'
import { deliverAnnouncements } from '../message/service/announce.ts'

it('registration names both legal texts that must be accepted', async () => {
  const answer = await call('POST /student/v1/register', await registrationInput({ agreementVersion: '' }))
  expect(answer.data).toMatchObject({
    fields: { agreementVersion: '请阅读并同意用户协议和隐私政策' },
  })
})

it('registration refuses an outdated version of either legal text', async () => {
  for (const change of [{ agreementVersion: 'before' }, { privacyVersion: 'before' }])
    expect(await call('POST /student/v1/register', await registrationInput(change))).toMatchObject({
      key: 'student.agreementOutdated',
    })
})

it('records acceptance only of the text versions that the request names', async () => {
  const agreed = async (change: Record<string, unknown>) => {
    const person = await registrationInput(change)
    const { user } = await must('POST /student/v1/register', person)
    const { db } = await deps()
    const rows = await db
      .selectFrom('agreement')
      .select(['document', 'version'])
      .where('studentId', '=', user.id)
      .orderBy('document')
      .execute()
    return { person, rows }
  }
  const { person, rows } = await agreed({})
  const agreement = { document: 'AGREEMENT', version: person.agreementVersion }
  expect(rows).toEqual([agreement, { document: 'PRIVACY', version: person.privacyVersion }])
  expect((await agreed({ privacyVersion: undefined })).rows).toEqual([agreement])
})

const needed = 'student.agreementRequired'
const nobodysYear = { year: 2000, courseIds: [], payType: 'DEMO' }

/** A new session, because known ones cache the acceptance for seconds. */
async function signedInAnew({ id }: TestStudent): Promise<string> {
  const { db, sessions } = await deps()
  return sessions.issue(db, id)
}

async function consentsOf({ id }: TestStudent) {
  const { db } = await deps()
  return db
    .selectFrom('agreement')
    .select(['document', 'version', 'way'])
    .where('studentId', '=', id)
    .orderBy('id')
    .execute()
}

const statesOf = async (token: string) =>
  (await must('GET /student/v1/agreements', {}, token)).texts.map(({ version, state }) => [version, state])
const mayGoOn = async (token: string) => (await call('POST /order/v1/create_order', nobodysYear, token)).key !== needed

describe('accounts imported by staff', () => {
  it('an imported account must accept both legal texts before it can start anything', async () => {
    const texts = [await publishTestLegalText(), await publishTestLegalText({ kind: 'PRIVACY' })]
    const student = await makeStudent({ accepts: false, initialPasswordChanged: false })
    const input = { account: student.phone, password: student.password }
    const { token } = await must('POST /student/v1/login', input)
    const refused = await call('POST /order/v1/create_order', nobodysYear, token)
    expect(refused).toMatchObject({ status: 200, key: needed, data: { texts } })
    const asked = await must('GET /student/v1/agreements', {}, token)
    expect(asked.texts).toMatchObject(texts.map((text) => ({ ...text, state: 'DUE', acceptedBefore: null })))
    const [agreement] = texts
    const half = await must('POST /student/v1/accept_agreements', { texts: [agreement] }, token)
    expect(half).toEqual({ open: false })
    expect(await mayGoOn(token)).toBe(false)
    const accept = () => must('POST /student/v1/accept_agreements', { texts }, token)
    expect(await Promise.all([accept(), accept()])).toEqual([{ open: true }, { open: true }])
    expect(await mayGoOn(token)).toBe(true)
    const way = 'FIRST_SIGN_IN'
    expect(await consentsOf(student)).toEqual(texts.map(({ kind, version }) => ({ document: kind, version, way })))
    expect((await must('GET /privacy/v1/consents', {}, token)).agreements).toMatchObject([
      { way, current: true },
      { way, current: true },
    ])
    const { db } = await deps()
    const own = (query: ReturnType<typeof db.updateTable<'agreement'>>) =>
      query.set({ version: 'x' }).where('studentId', '=', student.id).execute()
    await expect(own(db.updateTable('agreement'))).rejects.toThrow('append-only')
    const never = { studentId: student.id, document: 'PRIVACY', version: 'nobody-made-it', way }
    await expect(db.insertInto('agreement').values(never).execute()).rejects.toThrow('not approved')
  })

  it('accepts only legal texts that are in force or announced', async () => {
    const old = await publishTestLegalText()
    await publishTestLegalText()
    const { token } = await makeStudent({ accepts: false })
    const accept = (texts: unknown) => call('POST /student/v1/accept_agreements', { texts }, token)
    for (const version of [old.version, 'nobody-made-it'])
      expect((await accept([{ kind: 'AGREEMENT', version }])).key).toBe('student.agreementNotOpen')
    expect((await accept([])).key).toBe('common.invalid')
    expect((await call('GET /student/v1/agreements', {}, 'x')).status).toBe(401)
    expect((await call('POST /student/v1/accept_agreements', {}, 'x')).status).toBe(401)
  })
})

/**
 * Calls allowed without acceptance of the texts: own data, proofs, money and running activities. Add such new calls
 * here.
 */
const openToDecliners = [
  ...['/certification_grant/v1/info', '/certification_grant/v1/ledger'],
  ...['/certification_grant/v1/ledger_path', '/certification_grant/v1/print_years'],
  ...['/certification_grant/v1/query', '/course/v1/learn_record', '/course/v1/my_anlysis'],
  ...['/course/v1/my_course', '/course/v1/year_list', '/course/v1/year_plan'],
  ...['/course_reduce/v1/info', '/course_reduce/v1/query', '/course_reduce/v1/withdraw'],
  ...['/exam/v1/answer_log', '/exam/v1/exam_capture', '/exam/v1/heartbeat', '/exam/v1/info'],
  ...['/exam/v1/rehearsal', '/exam/v1/review', '/exam/v1/save_answer'],
  ...['/exam/v1/submit_exam', '/exam/v1/submit_sealed'],
  ...['/file/v1/upload', '/invitation/v1/decline', '/invitation/v1/mine'],
  ...['/invoice/v1/apply', '/invoice/v1/change', '/invoice/v1/info'],
  ...['/invoice/v1/my_invoice', '/invoice/v1/remove_title', '/invoice/v1/titles'],
  ...['/invoice/v1/withdraw', '/invoice/v1/withdraw_change', '/message/v1/list'],
  ...['/message/v1/outside', '/message/v1/read', '/message/v1/read_all', '/message/v1/unread'],
  ...['/message/v1/withdraw', '/order/v1/cancel_order', '/order/v1/my_order'],
  ...['/order/v1/query_status', '/order/v1/request_refund', '/order/v1/withdraw_refund'],
  ...['/privacy/v1/close', '/privacy/v1/closing', '/privacy/v1/consents', '/privacy/v1/correct'],
  ...['/privacy/v1/corrections', '/privacy/v1/export', '/privacy/v1/exports'],
  ...['/privacy/v1/keep_account', '/privacy/v1/withdraw_camera'],
  ...['/privacy/v1/withdraw_correction', '/student/v1/accept_agreements'],
  ...['/student/v1/agreements', '/student/v1/logout', '/student/v1/modify_password'],
  '/student/v1/profile',
]
const openToWhatRuns = [
  ...['/course/v1/learn_article', '/course/v1/learn_course_detail', '/course/v1/learn_process'],
  '/exam/v1/start',
]

it('a legal text in force always has a proposal in the database', async () => {
  const { db } = await deps()
  for (const [proposer, decider] of [
    ['one', 'another'],
    ['system', 'another'],
    ['system', 'system'],
  ])
    await expect(
      sql`insert into site_text (kind, version, paragraphs, effective_from, summary, state, proposed_by, decided_by, decided_at)
        values ('AGREEMENT', 'unheard', '{一}', '2099-01-01', '一', 'APPROVED', ${proposer}, ${decider}, now())`.execute(
        db,
      ),
    ).rejects.toThrow('begins as the proposal')
})

describe('students who accept no legal text', () => {
  it('without acceptance of the texts only data, proofs, money and running activities are allowed', async () => {
    await publishTestLegalText()
    const student = await makeStudent({ accepts: false })
    const calls = Object.values(clientCalls)
      .flatMap((module): AnyCallDefinition[] => Object.values(module))
      .filter(({ audience }) => audience === 'student')
    const answers = new Map<string, boolean>()
    for (const { method, path } of calls) {
      const token = await signedInAnew(student)
      const answer = await call(`${method} ${path}` as 'GET /student/v1/profile', {}, token)
      answers.set(path, answer.key === needed)
    }
    const open = [...answers].filter(([, refused]) => !refused).map(([path]) => path)
    expect(open.sort()).toEqual([...openToDecliners, ...openToWhatRuns].sort())
  })

  it('without acceptance of the texts a student can copy data, request refunds and close the account', async () => {
    const { student, orderNo } = await makeOrder()
    await publishTestLegalText()
    const token = await signedInAnew(student)
    expect(await mayGoOn(token)).toBe(false)
    const { password } = student
    const copy = await must('POST /privacy/v1/export', { id: randomUUID(), password }, token)
    expect(copy.state).toBe('MAKING')
    expect((await must('GET /order/v1/my_order', {}, token)).list).toHaveLength(1)
    await must('POST /order/v1/cancel_order', { orderNo }, token)
    const closing = { id: randomUUID(), password, confirm: '注销账号' }
    expect((await must('POST /privacy/v1/close', closing, token)).waiting).not.toBeNull()
  })
})

describe('new versions of legal texts', () => {
  it('a new legal text is announced, can be accepted early and is required from its day', async () => {
    const [early, late, unpaid] = [await makeSign(), await makeSign(), await makeStudent()]
    const kind = 'AGREEMENT' as const
    const day = await shanghaiDateIn(1)
    const { version } = await publishTestLegalText({ kind, effectiveFrom: day, graceDays: 3 })
    const { db } = await deps()
    for (let again = 0; again < 2; again += 1) await deliverAnnouncements({ db })
    const told = await must('GET /message/v1/list', {}, late.student.token)
    expect(told.list).toMatchObject([
      { title: '用户协议有新版本', body: expect.stringContaining(day), link: '/system/agreements' },
    ])
    expect(await statesOf(early.student.token)).toEqual([[version, 'COMING']])
    expect(await mayGoOn(late.student.token)).toBe(true)
    const texts = [{ kind, version }]
    await must('POST /student/v1/accept_agreements', { texts }, early.student.token)
    expect(await statesOf(early.student.token)).toEqual([])

    await passTimeTo(`${day} 00:00:00+08`)
    const [accepted, paid, free] = await Promise.all([early.student, late.student, unpaid].map(signedInAnew))
    expect([await mayGoOn(accepted ?? ''), await statesOf(accepted ?? '')]).toEqual([true, []])
    expect([await mayGoOn(paid ?? ''), await statesOf(paid ?? '')]).toEqual([true, [[version, 'GRACE']]])
    expect([await mayGoOn(free ?? ''), await statesOf(free ?? '')]).toEqual([false, [[version, 'DUE']]])
    await passTimeTo(`${await shanghaiDateIn(2)} 23:59:50+08`)
    expect(await mayGoOn(await signedInAnew(late.student))).toBe(true)
    await passTimeTo(`${await shanghaiDateIn(1)} 00:00:00+08`)
    const over = await signedInAnew(late.student)
    expect(await mayGoOn(over)).toBe(false)
    await must('POST /student/v1/accept_agreements', { texts }, over)
    expect(await mayGoOn(over)).toBe(true)
    const ways = (await consentsOf(late.student)).filter((row) => row.version === version)
    expect(ways).toEqual([{ document: kind, version, way: 'NEW_VERSION' }])
  })

  it('a legal text that starts today is announced as already in force', async () => {
    const student = await makeStudent()
    const { version } = await publishTestLegalText({ kind: 'PRIVACY' })
    const { db } = await deps()
    await deliverAnnouncements({ db })
    const { list } = await must('GET /message/v1/list', {}, student.token)
    const words = `隐私政策（版本 ${version}）已于 ${await shanghaiDateIn(0)} 生效，请阅读并同意`
    expect(list.filter(({ body }) => body.startsWith(words))).toHaveLength(1)
  })

  it('a legal text withdrawn before its day is not required, and notified students are told', async () => {
    const student = await makeStudent()
    const { kind, version } = await publishTestLegalText({ effectiveFrom: await shanghaiDateIn(1) })
    const { db } = await deps()
    await deliverAnnouncements({ db })
    const editor = await makeStaff({ permissions: ['site.edit'] })
    const input = { kind, version, reason: '修改内容尚未定稿' }
    await mustStaff('POST /first_page/v1/withdraw_text', input, editor.token)
    await deliverAnnouncements({ db })
    const { list } = await must('GET /message/v1/list', {}, student.token)
    expect(list.map(({ title }) => title)).toEqual(['用户协议的新版本不再生效', '用户协议有新版本'])
    expect(await statesOf(student.token)).toEqual([])
  })

  it('a new legal text interrupts no running exam or lesson, but blocks new ones', async () => {
    const { sign, exam, ...sitter } = await makeExam()
    const studying = await makeLearner()
    const resting = await makeLearner()
    await passTimeTo(`${await shanghaiDateIn(0)} 23:55:00+08`)
    const day = await shanghaiDateIn(1)
    await publishTestLegalText({ effectiveFrom: day })
    for (const one of [sign.student, studying.student, resting.student]) one.token = await signedInAnew(one)
    const { attemptId } = await startTestAttempt({ sign, exam, ...sitter, token: sign.student.token })
    const page = makeTestPlayer(studying.student.token, studying.course.id, studying.course.lessonIds[0])
    expect((await page.start()).code).toBe(1)

    await passTimeTo(`${day} 00:00:05+08`)
    const token = await signedInAnew(sign.student)
    expect(await mayGoOn(token)).toBe(false)
    expect((await must('GET /exam/v1/start', exam, token)).attemptId).toBe(attemptId)
    await must('POST /exam/v1/heartbeat', { attemptId }, token)
    await must('POST /exam/v1/save_answer', { attemptId, seq: 1, answers: {} }, token)
    await must('POST /exam/v1/submit_exam', { attemptId, seq: 2, answers: {} }, token)
    expect((await call('GET /exam/v1/start', exam, token)).key).toBe(needed)

    const there = await signedInAnew(studying.student)
    const { id, lessonIds } = studying.course
    expect((await must('GET /course/v1/learn_course_detail', { id }, there)).id).toBe(id)
    const watched = page.body({ intervals: [[0, 5]], position: 5 })
    expect((await call('POST /course/v1/learn_process', watched, there)).code).toBe(1)
    const other = makeTestPlayer(there, id, lessonIds[1])
    expect((await other.start()).key).toBe(needed)
    const idle = await signedInAnew(resting.student)
    const detail = await call('GET /course/v1/learn_course_detail', { id: resting.course.id }, idle)
    expect(detail.key).toBe(needed)
  })
})
