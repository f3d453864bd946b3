import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  decided,
  earned,
  fail,
  followsFrom,
  info,
  makeDecider,
  makeExam,
  rightAnswers,
  sit,
  submit,
  type TestExam,
  told,
} from '../../../test/factories/exam.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listEntries, verifyChains } from '../hours/service.ts'
import { creditPaidAnew } from './service.ts'

async function pass(exam: TestExam): Promise<string> {
  const sitting = await sit(exam)
  await submit(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
  return sitting.attemptId
}

/** the year is complete by its one course */
async function makeYear(): Promise<TestExam> {
  const course = { hours: 60, attemptsPerRound: 1 }
  const required = { requiredProfessional: 60, requiredPublic: 0 }
  return makeExam({ plan: await makePlan({ courses: [course], ...required, ...far }) })
}

const far = { signEndAt: new Date('2160-01-01'), studyEndAt: new Date('2160-01-01') }

async function ledgerOf({ sign }: TestExam) {
  const { db } = await deps()
  return (await listEntries(db, sign.student.id)).map(({ source, hours }) => `${source} ${hours}`)
}

async function yearOf({ token, sign }: TestExam) {
  const { year } = sign.plan
  const { list } = await must('GET /certification_grant/v1/query', { year }, token)
  return list[0]
}

async function proofOf(exam: TestExam, id: string | null | undefined) {
  return must('GET /certification_grant/v1/info', { id: id ?? '' }, exam.token)
}

async function breaks(): Promise<string[]> {
  const { db } = await deps()
  return (await verifyChains(db)).breaks
}

/** The words in which a refusal says what keeps a void from being undone. */
async function problemOf(attemptId: string) {
  const { token } = await makeDecider()
  const asked = { attemptId, kind: 'RESTORE' as const }
  return (await mustStaff('GET /exam/v1/consequences', asked, token)).problem
}

describe('a void that is undone', () => {
  it('gives hours and proof back as if it had not been, once, with both proofs naming each other', async () => {
    const exam = await makeYear()
    const attemptId = await pass(exam)
    const before = await yearOf(exam)
    const old = await proofOf(exam, before?.proofId)
    await passTime(86_400 * 3)
    await decided(attemptId, 'VOID')
    expect(await info(exam)).toMatchObject({ state: 'VOID', lockedBecause: 'NOT_STUDIED' })
    expect(await yearOf(exam)).toMatchObject({ state: 'REVOKED', earned: { professional: 0 } })

    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'RESTORE' as const, reason: '核实为本人' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    expect(await mustStaff('POST /exam/v1/ask', asked, one.token)).toMatchObject({ id })
    const seen = await followsFrom(attemptId, 'RESTORE', two.token)
    expect(seen).toEqual([
      '第 1 次考试的成绩（100 分，合格）恢复有效。',
      expect.stringMatching(/^6 学时重新计入 \d{4} 年度，按 \d{4}-\d\d-\d\d 计入/),
      expect.stringContaining(`取代已撤销的 ${old.number}`),
      '因作废而开始的重新学习取消，原来的学习记录照旧有效。',
      expect.stringContaining('通知'),
    ])
    const yes = { id, approve: true, seen }
    expect(await staffCall('POST /exam/v1/decide', yes, one.token)).toMatchObject({
      key: 'exam.secondPerson',
    })
    for (const unread of [undefined, ['别的后果']])
      expect(
        await staffCall(
          'POST /exam/v1/decide',
          { id, approve: true, ...(unread ? { seen: unread } : {}) },
          two.token,
        ),
      ).toMatchObject({ key: 'exam.consequencesChanged', data: { consequences: seen } })
    expect(await staffCall('POST /exam/v1/decide', yes, exam.token)).toMatchObject({ status: 401 })
    const reader = await makeStaff({ permissions: ['exam.read'] })
    expect(await staffCall('POST /exam/v1/decide', yes, reader.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await earned(exam)).toBe(0)

    for (const answer of await Promise.all(
      [1, 2, 3].map(() => staffCall('POST /exam/v1/decide', yes, two.token)),
    ))
      expect(answer).toMatchObject({ code: 1, data: { state: 'DONE', voided: false } })
    expect(await ledgerOf(exam)).toEqual(['COURSE 60', 'REVERSAL -60', 'COURSE 60'])
    expect(await breaks()).toEqual([])
    expect(await info(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ voided: false, voidReason: null, restoredAt: expect.any(String) }],
    })
    const year = await yearOf(exam)
    expect(year).toMatchObject({ state: 'ISSUED', earned: { professional: 6 } })
    const fresh = await proofOf(exam, year?.proofId)
    // the day of the first credit stands on both
    expect(fresh.entries).toEqual(old.entries)
    expect(fresh).toMatchObject({ replaces: old.number, replacedBy: null })
    expect(await proofOf(exam, old.id)).toMatchObject({
      state: 'REVOKED',
      replacedBy: { id: fresh.id, number: fresh.number },
    })
    const verified = await must('GET /certification_grant/v1/verify', { code: old.code })
    expect(verified).toMatchObject({ verdict: 'REPLACED', revoked: { replacedBy: fresh.number } })
    const { history } = await mustStaff(
      'GET /certification_grant/v1/info',
      { id: old.id },
      (await makeStaff({ permissions: ['proof.read'] })).token,
    )
    expect(history).toMatchObject([{ id: fresh.id }, { id: old.id, replacedBy: fresh.number }])
    expect((await told(exam))[0]).toMatch(/^考试作废已撤销：.*恢复有效。6 学时重新计入/)
    expect((await auditOf(attemptId)).map(({ action }) => action)).toEqual([
      ...['exam.decisionAsked', 'exam.voided', 'exam.decisionDone'],
      ...['exam.decisionAsked', 'exam.restored', 'exam.decisionDone'],
    ])
    expect(
      await staffCall('POST /exam/v1/ask', { ...asked, id: randomUUID() }, one.token),
    ).toMatchObject({ key: 'exam.notVoid' })
  })

  it('can be void and undone once more: the chain holds, and the candidate is told each time', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    for (const kind of ['VOID', 'RESTORE', 'VOID', 'RESTORE'] as const)
      await decided(attemptId, kind)
    expect(await ledgerOf(exam)).toEqual([
      ...['COURSE 60', 'REVERSAL -60', 'COURSE 60', 'REVERSAL -60', 'COURSE 60'],
    ])
    expect(await breaks()).toEqual([])
    expect((await told(exam)).map((words) => words.split('：')[0]).sort()).toEqual([
      ...['考试作废已撤销', '考试作废已撤销', '考试成绩已作废', '考试成绩已作废'],
    ])
    // the entry that stands leads to the sitting, and a refund sees it
    const { entries } = await must(
      'GET /certification_grant/v1/ledger',
      { year: exam.sign.plan.year },
      exam.token,
    )
    expect(entries[0]).toMatchObject({ reversed: false, sitting: { attemptId } })
  })

  it('credits nothing beside a later pass, and has the hours once that one is void', async () => {
    const exam = await makeExam()
    const first = await pass(exam)
    await decided(first, 'VOID')
    const second = await pass(exam)
    const { token } = await makeDecider()
    expect(await followsFrom(first, 'RESTORE', token)).toContain(
      '学时已由第 2 次考试计入，不重复计入；学时证明不变。',
    )
    await decided(first, 'RESTORE')
    expect(await earned(exam)).toBe(60)
    expect(await info(exam)).toMatchObject({ state: 'PASSED' })
    const { db } = await deps()
    await inTransaction(db, async (tx) => creditPaidAnew(tx, await deps(), [exam.sign.signId]))
    expect(await earned(exam)).toBe(60)
    expect(await followsFrom(second, 'VOID', token)).toContain(
      '第 1 次考试的成绩仍然合格，学时改由那一次计入。',
    )
    await decided(second, 'VOID')
    expect(await earned(exam)).toBe(60)
    expect(await info(exam)).toMatchObject({ state: 'PASSED' })
    expect(await ledgerOf(exam)).toEqual([
      ...['COURSE 60', 'REVERSAL -60', 'COURSE 60', 'REVERSAL -60', 'COURSE 60'],
    ])
  })

  it('waits for the end of a sitting that runs', async () => {
    const exam = await makeExam()
    const first = await pass(exam)
    await decided(first, 'VOID')
    const running = await sit(exam)
    expect(await problemOf(first)).toContain('第 2 次考试')
    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
    const asked = { id: randomUUID(), attemptId: first, kind: 'RESTORE' as const, reason: '误判' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    const seen = await followsFrom(first, 'RESTORE', two.token)
    const yes = { id: asked.id, approve: true, seen }
    expect(await staffCall('POST /exam/v1/decide', yes, two.token)).toMatchObject({
      key: 'exam.restoreBlocked',
      msg: expect.stringContaining('交卷后再办理'),
    })
    await submit(exam.token, running.attemptId, 1, {})
    const now = await followsFrom(first, 'RESTORE', two.token)
    expect(now).toContain('作废以后又考的 1 次保留在考试记录里。')
    await mustStaff('POST /exam/v1/decide', { ...yes, seen: now }, two.token)
    expect(await info(exam)).toMatchObject({ state: 'PASSED' })
    expect(await earned(exam)).toBe(60)
  })

  it('gives no hours for money that was given back, and they come when the year is paid anew', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await decided(attemptId, 'VOID')
    const { db } = await deps()
    const setPaid = (refundedAt: Date | null) =>
      db.updateTable('sign').set({ refundedAt }).where('id', '=', exam.sign.signId).execute()
    await setPaid(new Date())
    const { token } = await makeDecider()
    expect((await followsFrom(attemptId, 'RESTORE', token))[1]).toContain('这门课已退款')
    await decided(attemptId, 'RESTORE')
    expect(await earned(exam)).toBe(0)
    await setPaid(null)
    for (const _ of [1, 2])
      await inTransaction(db, async (tx) => creditPaidAnew(tx, await deps(), [exam.sign.signId]))
    expect(await earned(exam)).toBe(60)
    expect(await breaks()).toEqual([])
  })

  it('of a reset uses up its attempt again', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const { attemptId } = await fail(exam)
    await decided(attemptId, 'RESET')
    expect(await info(exam)).toMatchObject({ state: 'READY', attemptsLeft: 1 })
    await decided(attemptId, 'RESTORE')
    expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
    expect(await earned(exam)).toBe(0)
  })
})

describe('an upheld appeal', () => {
  const appeal = (exam: TestExam, attemptId: string) =>
    must('POST /exam/v1/appeal', { attemptId, text: '考试是我本人参加的' }, exam.token)
  const answer = { answer: '经核实是本人参加', uphold: true }

  it('names what follows: nothing cannot follow without a reason', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await appeal(exam, attemptId)
    const { token } = await makeDecider()
    const say = (more: object) =>
      staffCall('POST /exam/v1/answer_appeal', { attemptId, ...answer, ...more } as never, token)
    expect(await say({})).toMatchObject({
      key: 'common.invalid',
      data: { fields: { remedy: expect.any(String) } },
    })
    expect(await say({ remedy: 'NONE' })).toMatchObject({
      data: { fields: { remedyReason: expect.stringContaining('为什么') } },
    })
    expect(await say({ remedy: 'REGRADE' })).toMatchObject({
      data: { fields: { questionId: expect.any(String) } },
    })
    expect(await say({ remedy: 'REGRADE', questionId: randomUUID() })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { questionId: expect.stringContaining('不在这份答卷里') } },
    })
    expect(await say({ remedy: 'RESTORE', decisionId: randomUUID() })).toMatchObject({
      key: 'exam.notVoid',
    })
    expect(await say({ uphold: false, remedy: 'RESET', decisionId: randomUUID() })).toMatchObject({
      key: 'common.invalid',
    })
    const { questions } = await mustStaff('POST /exam/v1/appealed_paper', { attemptId }, token)
    const regrade = { remedy: 'REGRADE', questionId: questions[2]?.id }
    expect(await say(regrade)).toMatchObject({ data: { remedy: 'REGRADE', questionNo: 3 } })
    expect(await say(regrade)).toMatchObject({ code: 1 })
    expect((await told(exam))[0]).toContain('试题将复核')
  })

  it('of a result leaves one of its void, which is answered by itself', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await appeal(exam, attemptId)
    const shown = async () => (await info(exam)).attempts[0]
    expect(await shown()).toMatchObject({ mayAppeal: false, appeals: [{ state: 'OPEN' }] })
    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'VOID' as const, reason: '本人承认替考' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    const seen = await followsFrom(attemptId, 'VOID', two.token)
    for (const unread of [{}, { seen: seen.slice(1) }])
      expect(
        await staffCall('POST /exam/v1/decide', { id, approve: true, ...unread }, two.token),
      ).toMatchObject({ key: 'exam.consequencesChanged', data: { consequences: seen } })
    await mustStaff('POST /exam/v1/decide', { id, approve: true, seen }, two.token)
    expect(await shown()).toMatchObject({ voided: true, mayAppeal: true })
    const wish = { attemptId, text: '不是替考，请复查' }
    await Promise.all([1, 2, 3].map(() => must('POST /exam/v1/appeal', wish, exam.token)))
    expect(
      await call('POST /exam/v1/appeal', { ...wish, text: '再申诉一次' }, exam.token),
    ).toMatchObject({ key: 'exam.appealed' })
    expect(await shown()).toMatchObject({ mayAppeal: false, appeals: [{}, { text: wish.text }] })
    const { list } = await mustStaff('GET /exam/v1/appeals', { pageSize: 100 }, one.token)
    const ours = list.filter((row) => row.attemptId === attemptId)
    expect(ours).toHaveLength(2)
    const first = ours.find(({ text }) => text !== wish.text)?.id ?? ''
    const none = { remedy: 'NONE' as const, remedyReason: '已另行处理' }
    await mustStaff(
      'POST /exam/v1/answer_appeal',
      { id: first, attemptId, ...answer, ...none },
      one.token,
    )
    expect(await shown()).toMatchObject({ appeals: [{ state: 'UPHELD' }, { state: 'OPEN' }] })
    await decided(attemptId, 'RESTORE')
    expect(await shown()).toMatchObject({ mayAppeal: true })
  })

  it('asks for the undoing of a void, and stays to be done when that comes to nothing', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await decided(attemptId, 'VOID')
    await appeal(exam, attemptId)
    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
    const decisionId = randomUUID()
    const said = { attemptId, ...answer, remedy: 'RESTORE' as const, decisionId }
    for (const _ of [1, 2])
      expect(await mustStaff('POST /exam/v1/answer_appeal', said, one.token)).toMatchObject({
        state: 'UPHELD',
        decisionId,
        decisionState: 'WAITING',
      })
    expect((await told(exam))[0]).toContain('已申请撤销作废')
    await mustStaff('POST /exam/v1/decide', { id: decisionId, approve: false }, two.token)
    expect((await told(exam))[0]).toMatch(/^考试申诉的后续处理：.*没有通过复核/)
    const open = () =>
      mustStaff('GET /exam/v1/appeals', { state: 'OPEN', pageSize: 100 }, two.token)
    expect((await open()).list).toContainEqual(expect.objectContaining({ attemptId }))
    const again = { id: randomUUID(), attemptId, kind: 'RESTORE' as const, reason: '再次核实' }
    await mustStaff('POST /exam/v1/ask', again, one.token)
    expect((await open()).list).not.toContainEqual(expect.objectContaining({ attemptId }))
    const seen = await followsFrom(attemptId, 'RESTORE', two.token)
    await mustStaff('POST /exam/v1/decide', { id: again.id, approve: true, seen }, two.token)
    expect(await info(exam)).toMatchObject({
      attempts: [{ appeals: [{ remedy: 'RESTORE', decisionState: 'DONE' }] }],
    })
    expect(await call('GET /exam/v1/info', exam.exam)).toMatchObject({ status: 401 })
  })
})
