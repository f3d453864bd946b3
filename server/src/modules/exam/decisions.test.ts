import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import {
  decided,
  earned,
  fail,
  info,
  makeDecider,
  makeExam,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  type TestExam,
  told,
} from '../../../test/factories/exam.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { must, mustStaff, staffCall } from '../../../test/world.ts'

describe('decisions about a sitting', () => {
  it('need a second person, happen once, and are told', async () => {
    const exam = await makeExam()
    const { attemptId, deadline } = await sit(exam)
    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'EXTEND' as const, seconds: 600, reason: '考场停电' }
    const first = await mustStaff('POST /exam/v1/ask', asked, one.token)
    expect(first).toMatchObject({ state: 'WAITING', mine: true, askedBy: one.name })
    expect(await mustStaff('POST /exam/v1/ask', asked, one.token)).toEqual(first)
    expect(
      await staffCall('POST /exam/v1/ask', { ...asked, seconds: 60 }, one.token),
    ).toMatchObject({ key: 'exam.keyUsed' })
    expect(
      await staffCall('POST /exam/v1/ask', { ...asked, id: randomUUID() }, two.token),
    ).toMatchObject({ key: 'exam.decisionWaiting' })
    const alone = await staffCall('POST /exam/v1/decide', { id, approve: true }, one.token)
    expect(alone).toMatchObject({ status: 200, key: 'exam.secondPerson' })
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).deadline).toBe(deadline)
    const answers = await Promise.all(
      [1, 2, 3].map(() => staffCall('POST /exam/v1/decide', { id, approve: true }, two.token)),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 1, data: { state: 'DONE', decidedBy: two.name } })
    const late = new Date(Date.parse(deadline) + 600_000).toISOString()
    // the page hears of it with its next sign of life
    expect(await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)).toMatchObject({
      deadline: late,
    })
    expect(
      await staffCall('POST /exam/v1/decide', { id, approve: false }, two.token),
    ).toMatchObject({ key: 'exam.decisionTaken', msg: `这项处置已由 ${two.name} 处理` })
    expect(await told(exam)).toEqual([
      expect.stringMatching(/^考试时间已延长：.*第 1 次考试延长 10 分钟.*原因：考场停电$/),
    ])
    expect(await auditOf(attemptId)).toMatchObject([
      { actor: one.username, action: 'exam.decisionAsked', detail: { reason: '考场停电' } },
      { actor: two.username, action: 'exam.decisionDone', detail: { seconds: 600 } },
    ])
    const { list } = await mustStaff('GET /exam/v1/decisions', { attemptId }, two.token)
    expect(list).toMatchObject([{ id, mine: false, state: 'DONE' }])
  })

  it('say which sitting they are about: the year, the attempt, when it began and what came of it, whose number', async () => {
    const exam = await makeExam()
    const { phone } = exam.sign.student
    const first = await fail(exam)
    const second = await sit(exam)
    const { token } = await makeDecider()
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

  it('that add time add captures, as dense as before; the page hears of them', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 3 } })
    const { attemptId, deadline, captures } = await sit(exam)
    await decided(attemptId, 'EXTEND', 600)
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
    const byHand = await sit(manual, 'MANUAL')
    await decided(byHand.attemptId, 'EXTEND', 600)
    const none = await must('POST /exam/v1/heartbeat', byHand, manual.token)
    expect(none.captures).toEqual([])
  })

  it('void nobody for looking unlike a photo where there is none', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
    const one = await makeDecider()
    const asked = { id: randomUUID(), attemptId, kind: 'VOID', reason: '与头像明显不是同一人' }
    expect(await staffCall('POST /exam/v1/ask', asked, one.token)).toMatchObject({
      key: 'exam.nothingToCompare',
      data: { fields: { reason: expect.stringContaining('没有头像') } },
    })
  })

  it('can be refused, which changes nothing', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
    const id = randomUUID()
    await mustStaff('POST /exam/v1/ask', { id, attemptId, kind: 'VOID', reason: '误报' }, one.token)
    const refused = { id, approve: false, note: '无依据' }
    expect(await mustStaff('POST /exam/v1/decide', refused, two.token)).toMatchObject({
      state: 'REFUSED',
      note: '无依据',
    })
    expect(await info(exam)).toMatchObject({ state: 'RUNNING', runningAttemptId: attemptId })
  })

  it('are taken back by who asked, while nobody has decided', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
    const [one, two] = await Promise.all([makeDecider(), makeDecider()])
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
    expect((await auditOf(attemptId)).map(({ action }) => action)).toEqual([
      'exam.decisionAsked',
      'exam.decisionWithdrawn',
    ])
    // the same may be asked for again; what is decided stays
    const anew = { ...asked, id: randomUUID() }
    await mustStaff('POST /exam/v1/ask', anew, one.token)
    await mustStaff('POST /exam/v1/decide', { id: anew.id, approve: false }, two.token)
    expect(await back(anew.id, one.token)).toMatchObject({ key: 'exam.decisionTaken' })
  })

  it('void a pass: the hours go back, and a running sitting ends', async () => {
    const exam = await makeExam()
    const passed = await sit(exam)
    await submit(exam.token, passed.attemptId, 1, rightAnswers(passed))
    expect(await earned(exam)).toBe(60)
    await decided(passed.attemptId, 'VOID')
    expect(await earned(exam)).toBe(0)
    expect(await info(exam)).toMatchObject({
      state: 'VOID',
      attempts: [{ voided: true, voidReason: '考场停电' }],
    })
    expect(await told(exam)).toEqual([
      expect.stringMatching(/^考试成绩已作废：.*学时已冲销。原因：考场停电$/),
    ])
    const again = await sit(exam)
    await save(exam.token, again.attemptId, 1, rightAnswers(again))
    await decided(again.attemptId, 'VOID')
    expect(await earned(exam)).toBe(0)
    expect(await save(exam.token, again.attemptId, 2, {})).toMatchObject({
      key: 'exam.submitted',
      data: { result: { submittedBy: 'STAFF' } },
    })
    const { token } = await makeDecider()
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

  it('reset gives the attempt back, the last one of a round too', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const { attemptId } = await fail(exam)
    expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
    await decided(attemptId, 'RESET')
    expect(await info(exam)).toMatchObject({ state: 'READY', attemptsLeft: 1 })
    expect(await told(exam)).toEqual([expect.stringMatching(/^考试已重置：.*可以重新参加/)])
    const next = await start(exam)
    expect(next).toMatchObject({ code: 1 })
    const right = rightAnswers(next.data)
    expect(await submit(exam.token, next.data.attemptId, 1, right)).toMatchObject({
      data: { passed: true, attemptsLeft: 0 },
    })
  })
})

describe('a second round', () => {
  it('is not given back by a reset of the first', async () => {
    const exam: TestExam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const { attemptId } = await fail(exam)
    await finishStudy(exam.sign)
    await fail(exam)
    await decided(attemptId, 'RESET')
    expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
  })
})
