import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  callSubmitExam,
  decideTestAttempt,
  failTestAttempt,
  getExamInfo,
  listDecisionConsequences,
  listExamMessages,
  makeExam,
  makeExamDecider,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { runWholeCheck } from '../../../test/whole-check.ts'
import { call, deps, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { checkLedger } from '../credits/hours/service/verify.ts'
import { listLedgerEntries } from '../credits/hours/service.ts'
import { creditPassesAfterRepayment } from './service/credit-missed-passes.ts'

async function pass(exam: TestExam): Promise<string> {
  const sitting = await startTestAttempt(exam)
  await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
  return sitting.attemptId
}

async function makeYear(): Promise<TestExam> {
  const course = { hours: 60, attemptsPerRound: 1 }
  const required = { requiredProfessional: 60, requiredPublic: 0 }
  return makeExam({ plan: await makePlan({ courses: [course], ...required, ...far }) })
}

const far = { signEndAt: new Date('2160-01-01'), studyEndAt: new Date('2160-01-01') }

async function ledgerOf({ sign }: TestExam) {
  const { db } = await deps()
  return (await listLedgerEntries(db, sign.student.id)).map(({ source, hours }) => `${source} ${hours}`)
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
  return (await runWholeCheck(checkLedger, { db })).faults
}

async function problemOf(attemptId: string) {
  const { token } = await makeExamDecider()
  const asked = { attemptId, kind: 'RESTORE' as const }
  return (await mustStaff('GET /exam/v1/consequences', asked, token)).problem
}

describe('restoring a voided attempt', () => {
  it('a restore returns hours and proof once, and both proofs name each other', async () => {
    const exam = await makeYear()
    const attemptId = await pass(exam)
    const before = await yearOf(exam)
    const old = await proofOf(exam, before?.proofId)
    await passTime(86_400 * 3)
    await decideTestAttempt(attemptId, 'VOID')
    expect(await getExamInfo(exam)).toMatchObject({ state: 'VOID', lockedBecause: 'NOT_STUDIED' })
    expect(await yearOf(exam)).toMatchObject({ state: 'REVOKED', earned: { professional: 0 } })

    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'RESTORE' as const, reason: '核实为本人' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    expect(await mustStaff('POST /exam/v1/ask', asked, one.token)).toMatchObject({ id })
    const seen = await listDecisionConsequences(attemptId, 'RESTORE', two.token)
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
        await staffCall('POST /exam/v1/decide', { id, approve: true, ...(unread ? { seen: unread } : {}) }, two.token),
      ).toMatchObject({ key: 'exam.consequencesChanged', data: { consequences: seen } })
    expect(await staffCall('POST /exam/v1/decide', yes, exam.token)).toMatchObject({ status: 401 })
    const reader = await makeStaff({ permissions: ['exam.read'] })
    expect(await staffCall('POST /exam/v1/decide', yes, reader.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await professionalTenthsOf(exam)).toBe(0)

    for (const answer of await Promise.all([1, 2, 3].map(() => staffCall('POST /exam/v1/decide', yes, two.token))))
      expect(answer).toMatchObject({ code: 1, data: { state: 'DONE', voided: false } })
    expect(await ledgerOf(exam)).toEqual(['COURSE 60', 'REVERSAL -60', 'COURSE 60'])
    expect(await breaks()).toEqual([])
    expect(await getExamInfo(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ voided: false, voidReason: null, restoredAt: expect.any(String) }],
    })
    const year = await yearOf(exam)
    expect(year).toMatchObject({ state: 'ISSUED', earned: { professional: 6 } })
    const fresh = await proofOf(exam, year?.proofId)
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
    expect((await listExamMessages(exam))[0]).toMatch(/^考试作废已撤销：.*恢复有效。6 学时重新计入/)
    expect((await listAuditRowsOf(attemptId)).map(({ action }) => action)).toEqual([
      ...['exam.decisionAsked', 'exam.voided', 'exam.decisionDone'],
      ...['exam.decisionAsked', 'exam.restored', 'exam.decisionDone'],
    ])
    expect(await staffCall('POST /exam/v1/ask', { ...asked, id: randomUUID() }, one.token)).toMatchObject({
      key: 'exam.notVoid',
    })
  })

  it('an attempt can be voided and restored twice with a notice each time', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    for (const kind of ['VOID', 'RESTORE', 'VOID', 'RESTORE'] as const) await decideTestAttempt(attemptId, kind)
    expect(await ledgerOf(exam)).toEqual([...['COURSE 60', 'REVERSAL -60', 'COURSE 60', 'REVERSAL -60', 'COURSE 60']])
    expect(await breaks()).toEqual([])
    expect((await listExamMessages(exam)).map((words) => words.split('：')[0]).sort()).toEqual([
      ...['考试作废已撤销', '考试作废已撤销', '考试成绩已作废', '考试成绩已作废'],
    ])
    const { entries } = await must('GET /certification_grant/v1/ledger', { year: exam.sign.plan.year }, exam.token)
    expect(entries[0]).toMatchObject({ reversed: false, sitting: { attemptId } })
  })

  it('a restored attempt gets no hours beside a later passed attempt until that attempt is voided', async () => {
    const exam = await makeExam()
    const first = await pass(exam)
    await decideTestAttempt(first, 'VOID')
    const second = await pass(exam)
    const { token } = await makeExamDecider()
    expect(await listDecisionConsequences(first, 'RESTORE', token)).toContain(
      '学时已由第 2 次考试计入，不重复计入；学时证明不变。',
    )
    await decideTestAttempt(first, 'RESTORE')
    expect(await professionalTenthsOf(exam)).toBe(60)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'PASSED' })
    const { db } = await deps()
    await inTransaction(db, async (tx) => creditPassesAfterRepayment(tx, await deps(), [exam.sign.signId]))
    expect(await professionalTenthsOf(exam)).toBe(60)
    expect(await listDecisionConsequences(second, 'VOID', token)).toContain(
      '第 1 次考试的成绩仍然合格，学时改由那一次计入。',
    )
    await decideTestAttempt(second, 'VOID')
    expect(await professionalTenthsOf(exam)).toBe(60)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'PASSED' })
    expect(await ledgerOf(exam)).toEqual([...['COURSE 60', 'REVERSAL -60', 'COURSE 60', 'REVERSAL -60', 'COURSE 60']])
  })

  it('refuses a restore while another attempt is running', async () => {
    const exam = await makeExam()
    const first = await pass(exam)
    await decideTestAttempt(first, 'VOID')
    const running = await startTestAttempt(exam)
    expect(await problemOf(first)).toContain('第 2 次考试')
    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const asked = { id: randomUUID(), attemptId: first, kind: 'RESTORE' as const, reason: '误判' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    const seen = await listDecisionConsequences(first, 'RESTORE', two.token)
    const yes = { id: asked.id, approve: true, seen }
    expect(await staffCall('POST /exam/v1/decide', yes, two.token)).toMatchObject({
      key: 'exam.restoreBlocked',
      msg: expect.stringContaining('交卷后再办理'),
    })
    await callSubmitExam(exam.token, running.attemptId, 1, {})
    const now = await listDecisionConsequences(first, 'RESTORE', two.token)
    expect(now).toContain('作废以后又考的 1 次保留在考试记录里。')
    await mustStaff('POST /exam/v1/decide', { ...yes, seen: now }, two.token)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'PASSED' })
    expect(await professionalTenthsOf(exam)).toBe(60)
  })

  it('a restore after a refund gives no hours until the year is paid again', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await decideTestAttempt(attemptId, 'VOID')
    const { db } = await deps()
    const setPaid = (refundedAt: Date | null) =>
      db.updateTable('sign').set({ refundedAt }).where('id', '=', exam.sign.signId).execute()
    await setPaid(new Date())
    const { token } = await makeExamDecider()
    expect((await listDecisionConsequences(attemptId, 'RESTORE', token))[1]).toContain('这门课已退款')
    await decideTestAttempt(attemptId, 'RESTORE')
    expect(await professionalTenthsOf(exam)).toBe(0)
    await setPaid(null)
    for (const _ of [1, 2])
      await inTransaction(db, async (tx) => creditPassesAfterRepayment(tx, await deps(), [exam.sign.signId]))
    expect(await professionalTenthsOf(exam)).toBe(60)
    expect(await breaks()).toEqual([])
  })

  it('restoring an attempt that a reset gave back counts it in the round again', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const { attemptId } = await failTestAttempt(exam)
    await decideTestAttempt(attemptId, 'RESET')
    expect(await getExamInfo(exam)).toMatchObject({ state: 'READY', attemptsLeft: 1 })
    await decideTestAttempt(attemptId, 'RESTORE')
    expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
    expect(await professionalTenthsOf(exam)).toBe(0)
  })
})

describe('an upheld appeal', () => {
  const appeal = (exam: TestExam, attemptId: string) =>
    must('POST /exam/v1/appeal', { attemptId, text: '考试是我本人参加的' }, exam.token)
  const answer = { answer: '经核实是本人参加', uphold: true }

  it('an upheld appeal names a remedy, or a reason for none', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await appeal(exam, attemptId)
    const { token } = await makeExamDecider()
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
    expect((await listExamMessages(exam))[0]).toContain('试题将复核')
  })

  it('an appeal against a result is separate from an appeal against its void', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await appeal(exam, attemptId)
    const shown = async () => (await getExamInfo(exam)).attempts[0]
    expect(await shown()).toMatchObject({ mayAppeal: false, appeals: [{ state: 'OPEN' }] })
    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'VOID' as const, reason: '本人承认替考' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    const seen = await listDecisionConsequences(attemptId, 'VOID', two.token)
    for (const unread of [{}, { seen: seen.slice(1) }])
      expect(await staffCall('POST /exam/v1/decide', { id, approve: true, ...unread }, two.token)).toMatchObject({
        key: 'exam.consequencesChanged',
        data: { consequences: seen },
      })
    await mustStaff('POST /exam/v1/decide', { id, approve: true, seen }, two.token)
    expect(await shown()).toMatchObject({ voided: true, mayAppeal: true })
    const wish = { attemptId, text: '不是替考，请复查' }
    await Promise.all([1, 2, 3].map(() => must('POST /exam/v1/appeal', wish, exam.token)))
    expect(await call('POST /exam/v1/appeal', { ...wish, text: '再申诉一次' }, exam.token)).toMatchObject({
      key: 'exam.appealed',
    })
    expect(await shown()).toMatchObject({ mayAppeal: false, appeals: [{}, { text: wish.text }] })
    const { list } = await mustStaff('GET /exam/v1/appeals', { pageSize: 100 }, one.token)
    const ours = list.filter((row) => row.attemptId === attemptId)
    expect(ours).toHaveLength(2)
    const first = ours.find(({ text }) => text !== wish.text)?.id ?? ''
    const none = { remedy: 'NONE' as const, remedyReason: '已另行处理' }
    await mustStaff('POST /exam/v1/answer_appeal', { id: first, attemptId, ...answer, ...none }, one.token)
    expect(await shown()).toMatchObject({ appeals: [{ state: 'UPHELD' }, { state: 'OPEN' }] })
    await decideTestAttempt(attemptId, 'RESTORE')
    expect(await shown()).toMatchObject({ mayAppeal: true })
  })

  it('an upheld appeal proposes the restore and stays open when the restore is rejected', async () => {
    const exam = await makeExam()
    const attemptId = await pass(exam)
    await decideTestAttempt(attemptId, 'VOID')
    await appeal(exam, attemptId)
    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const decisionId = randomUUID()
    const said = { attemptId, ...answer, remedy: 'RESTORE' as const, decisionId }
    for (const _ of [1, 2])
      expect(await mustStaff('POST /exam/v1/answer_appeal', said, one.token)).toMatchObject({
        state: 'UPHELD',
        decisionId,
        decisionState: 'WAITING',
      })
    expect((await listExamMessages(exam))[0]).toContain('已申请撤销作废')
    await mustStaff('POST /exam/v1/decide', { id: decisionId, approve: false }, two.token)
    expect((await listExamMessages(exam))[0]).toMatch(/^考试申诉的后续处理：.*没有通过复核/)
    const open = () => mustStaff('GET /exam/v1/appeals', { state: 'OPEN', pageSize: 100 }, two.token)
    expect((await open()).list).toContainEqual(expect.objectContaining({ attemptId }))
    const again = { id: randomUUID(), attemptId, kind: 'RESTORE' as const, reason: '再次核实' }
    await mustStaff('POST /exam/v1/ask', again, one.token)
    expect((await open()).list).not.toContainEqual(expect.objectContaining({ attemptId }))
    const seen = await listDecisionConsequences(attemptId, 'RESTORE', two.token)
    await mustStaff('POST /exam/v1/decide', { id: again.id, approve: true, seen }, two.token)
    expect(await getExamInfo(exam)).toMatchObject({
      attempts: [{ appeals: [{ remedy: 'RESTORE', decisionState: 'DONE' }] }],
    })
    expect(await call('GET /exam/v1/info', exam.exam)).toMatchObject({ status: 401 })
  })
})
