import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import {
  callSaveAnswer,
  callStartExam,
  callSubmitExam,
  decideTestAttempt,
  failTestAttempt,
  getExamInfo,
  listExamMessages,
  makeExam,
  makeExamDecider,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { must, mustStaff, staffCall } from '../../../test/world.ts'

describe('decisions about an attempt', () => {
  it('a decision about an attempt needs a second person, takes effect once and notifies the student', async () => {
    const exam = await makeExam()
    const { attemptId, deadline } = await startTestAttempt(exam)
    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'EXTEND' as const, seconds: 600, reason: '考场停电' }
    const first = await mustStaff('POST /exam/v1/ask', asked, one.token)
    expect(first).toMatchObject({ state: 'WAITING', mine: true, askedBy: one.name })
    expect(await mustStaff('POST /exam/v1/ask', asked, one.token)).toEqual(first)
    expect(await staffCall('POST /exam/v1/ask', { ...asked, seconds: 60 }, one.token)).toMatchObject({
      key: 'exam.keyUsed',
    })
    expect(await staffCall('POST /exam/v1/ask', { ...asked, id: randomUUID() }, two.token)).toMatchObject({
      key: 'exam.decisionWaiting',
    })
    const alone = await staffCall('POST /exam/v1/decide', { id, approve: true }, one.token)
    expect(alone).toMatchObject({ status: 200, key: 'exam.secondPerson' })
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).deadline).toBe(deadline)
    const answers = await Promise.all(
      [1, 2, 3].map(() => staffCall('POST /exam/v1/decide', { id, approve: true }, two.token)),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 1, data: { state: 'DONE', decidedBy: two.name } })
    const late = new Date(Date.parse(deadline) + 600_000).toISOString()
    expect(await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)).toMatchObject({
      deadline: late,
    })
    expect(await staffCall('POST /exam/v1/decide', { id, approve: false }, two.token)).toMatchObject({
      key: 'exam.decisionTaken',
      msg: `这项处置已由 ${two.name} 处理`,
    })
    expect(await listExamMessages(exam)).toEqual([
      expect.stringMatching(/^考试时间已延长：.*第 1 次考试延长 10 分钟.*原因：考场停电$/),
    ])
    expect(await listAuditRowsOf(attemptId)).toMatchObject([
      { actor: one.username, action: 'exam.decisionAsked', detail: { reason: '考场停电' } },
      { actor: two.username, action: 'exam.decisionDone', detail: { seconds: 600 } },
    ])
    const { list } = await mustStaff('GET /exam/v1/decisions', { attemptId }, two.token)
    expect(list).toMatchObject([{ id, mine: false, state: 'DONE' }])
  })

  it('a decision shows the year, course, attempt, start, result and student', async () => {
    const exam = await makeExam()
    const { phone } = exam.sign.student
    const first = await failTestAttempt(exam)
    const second = await startTestAttempt(exam)
    const { token } = await makeExamDecider()
    for (const { attemptId } of [first, second]) {
      const asked = { id: randomUUID(), attemptId, kind: 'VOID' as const, reason: '替考' }
      await mustStaff('POST /exam/v1/ask', asked, token)
    }
    const decisionOf = async ({ attemptId }: { attemptId: string }) =>
      (await mustStaff('GET /exam/v1/decisions', { attemptId }, token)).list[0]
    const [ended, running] = [await decisionOf(first), await decisionOf(second)]
    const same = {
      studentName: exam.sign.student.name,
      phoneMasked: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
      year: exam.sign.plan.year,
      voided: false,
    }
    expect(ended).toMatchObject({ ...same, no: 1, passed: false, score: expect.any(Number) })
    expect(running).toMatchObject({ ...same, no: 2, passed: null, score: null, submittedAt: null })
    expect(Date.parse(ended?.startedAt ?? '')).toBeLessThan(Date.parse(running?.startedAt ?? ''))
  })

  it('added time has captures at the same rate as before, and the page receives them', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 3 } })
    const { attemptId, deadline, captures } = await startTestAttempt(exam)
    await decideTestAttempt(attemptId, 'EXTEND', 600)
    const heard = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    expect(heard.captures.slice(0, 4)).toEqual(captures.map(({ no, dueAt }) => ({ no, dueAt })))
    const further = heard.captures.slice(4)
    expect(further.map(({ no }) => no)).toEqual([5])
    for (const { dueAt } of further) {
      expect(Date.parse(dueAt)).toBeGreaterThan(Date.parse(deadline))
      expect(Date.parse(dueAt)).toBeLessThan(Date.parse(deadline) + 600_000)
    }
    const again = await must('GET /exam/v1/start', exam.exam, exam.token)
    expect(again.captures).toHaveLength(5)
    const manual = await makeExam()
    const byHand = await startTestAttempt(manual, 'MANUAL')
    await decideTestAttempt(byHand.attemptId, 'EXTEND', 600)
    const none = await must('POST /exam/v1/heartbeat', byHand, manual.token)
    expect(none.captures).toEqual([])
  })

  it('refuses a void for an unlike photo when there is no photo', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    const one = await makeExamDecider()
    const asked = { id: randomUUID(), attemptId, kind: 'VOID', reason: '与头像明显不是同一人' }
    expect(await staffCall('POST /exam/v1/ask', asked, one.token)).toMatchObject({
      key: 'exam.nothingToCompare',
      data: { fields: { reason: expect.stringContaining('没有头像') } },
    })
  })

  it('a rejected decision changes nothing', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const id = randomUUID()
    await mustStaff('POST /exam/v1/ask', { id, attemptId, kind: 'VOID', reason: '误报' }, one.token)
    const refused = { id, approve: false, note: '无依据' }
    expect(await mustStaff('POST /exam/v1/decide', refused, two.token)).toMatchObject({
      state: 'REFUSED',
      note: '无依据',
    })
    expect(await getExamInfo(exam)).toMatchObject({ state: 'RUNNING', runningAttemptId: attemptId })
  })

  it('the proposer can withdraw an undecided decision', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
    const asked = { id: randomUUID(), attemptId, kind: 'VOID' as const, reason: '误报' }
    await mustStaff('POST /exam/v1/ask', asked, one.token)
    const back = (id: string, token?: string) => staffCall('POST /exam/v1/withdraw', { id }, token)
    expect(await back(asked.id, two.token)).toMatchObject({ key: 'exam.notAsker' })
    expect(await back(randomUUID(), one.token)).toMatchObject({ key: 'exam.decisionNotFound' })
    for (const _ of [1, 2])
      expect(await back(asked.id, one.token)).toMatchObject({
        code: 1,
        data: { state: 'WITHDRAWN', decidedBy: one.name },
      })
    const yes = { id: asked.id, approve: true }
    expect(await staffCall('POST /exam/v1/decide', yes, two.token)).toMatchObject({
      key: 'exam.decisionTaken',
      msg: `这项处置已由 ${one.name} 处理`,
    })
    expect((await listAuditRowsOf(attemptId)).map(({ action }) => action)).toEqual([
      'exam.decisionAsked',
      'exam.decisionWithdrawn',
    ])
    const anew = { ...asked, id: randomUUID() }
    await mustStaff('POST /exam/v1/ask', anew, one.token)
    await mustStaff('POST /exam/v1/decide', { id: anew.id, approve: false }, two.token)
    expect(await back(anew.id, one.token)).toMatchObject({ key: 'exam.decisionTaken' })
  })

  it('voiding a pass reverses the hours and ends a running attempt', async () => {
    const exam = await makeExam()
    const passed = await startTestAttempt(exam)
    await callSubmitExam(exam.token, passed.attemptId, 1, rightAnswersOf(passed))
    expect(await professionalTenthsOf(exam)).toBe(60)
    await decideTestAttempt(passed.attemptId, 'VOID')
    expect(await professionalTenthsOf(exam)).toBe(0)
    expect(await getExamInfo(exam)).toMatchObject({
      state: 'VOID',
      attempts: [{ voided: true, voidReason: '考场停电' }],
    })
    expect(await listExamMessages(exam)).toEqual([
      expect.stringMatching(/^考试成绩已作废：.*学时已冲销。原因：考场停电$/),
    ])
    const again = await startTestAttempt(exam)
    await callSaveAnswer(exam.token, again.attemptId, 1, rightAnswersOf(again))
    await decideTestAttempt(again.attemptId, 'VOID')
    expect(await professionalTenthsOf(exam)).toBe(0)
    expect(await callSaveAnswer(exam.token, again.attemptId, 2, {})).toMatchObject({
      key: 'exam.submitted',
      data: { result: { submittedBy: 'STAFF' } },
    })
    const { token } = await makeExamDecider()
    expect(
      await staffCall(
        'POST /exam/v1/ask',
        { id: randomUUID(), attemptId: again.attemptId, kind: 'VOID', reason: '再次' },
        token,
      ),
    ).toMatchObject({ key: 'exam.alreadyVoid' })
    expect(
      await staffCall(
        'POST /exam/v1/ask',
        {
          id: randomUUID(),
          attemptId: again.attemptId,
          kind: 'EXTEND',
          seconds: 60,
          reason: '再次',
        },
        token,
      ),
    ).toMatchObject({ key: 'exam.notRunning' })
  })

  it('a reset decision gives the attempt back, even the last one of a round', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const { attemptId } = await failTestAttempt(exam)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
    await decideTestAttempt(attemptId, 'RESET')
    expect(await getExamInfo(exam)).toMatchObject({ state: 'READY', attemptsLeft: 1 })
    expect(await listExamMessages(exam)).toEqual([expect.stringMatching(/^考试已重置：.*可以重新参加/)])
    const next = await callStartExam(exam)
    expect(next).toMatchObject({ code: 1 })
    const right = rightAnswersOf(next.data)
    expect(await callSubmitExam(exam.token, next.data.attemptId, 1, right)).toMatchObject({
      data: { passed: true, attemptsLeft: 0 },
    })
  })
})

describe('the second exam round', () => {
  it('a reset of an attempt of the first round gives no attempt back to the second round', async () => {
    const exam: TestExam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const { attemptId } = await failTestAttempt(exam)
    await finishStudy(exam.sign)
    await failTestAttempt(exam)
    await decideTestAttempt(attemptId, 'RESET')
    expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
  })
})
