import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import {
  callSaveAnswer,
  callSubmitExam,
  getExamInfo,
  listExamMessages,
  makeExam,
  makeExamPlan,
  rightAnswersOf,
  startTestAttempt,
} from '../../../test/factories/exam.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { call, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'

const rehearsed = {
  camera: 'GREEN',
  clock: 'GREEN',
  autosave: 'GREEN',
  upload: 'GREEN',
  notes: {},
} as const

const desk = () => makeStaff({ permissions: ['exam.read', 'exam.decide'] })

describe('the board of running exams', () => {
  it('the exam board lists running attempts with their last heartbeat, then ended ones', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { token } = await desk()
    const { phone } = exam.sign.student
    const read = (more: object = {}) => mustStaff('POST /exam/v1/board', { keyword: phone, ...more }, token)
    await callSaveAnswer(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting, 3))
    expect(await read()).toMatchObject({
      total: 1,
      list: [{ attemptId: sitting.attemptId, answered: 3, questions: 20, savedSeq: 1, voided: false }],
    })
    expect(await read({ flagged: 'true' })).toMatchObject({ total: 0 })
    await passTime(90)
    const flagged = await read({ flagged: 'true' })
    const { due = 0, ...captures } = flagged.list[0]?.captures ?? {}
    expect(due).toBeGreaterThan(0)
    expect(captures).toEqual({ missing: due, failed: 0 })
    expect(flagged.total).toBe(1)
    await callSubmitExam(exam.token, sitting.attemptId, 2, {})
    expect(await read()).toMatchObject({ total: 0 })
    const ended = await read({ state: 'ENDED' })
    expect(ended).toMatchObject({
      // Missing pictures do not flag a failed attempt.
      list: [{ submittedBy: 'STUDENT', review: false, score: 15 }],
    })
    // The list uses the days of Asia/Shanghai.
    const at = Date.parse(ended.list[0]?.submittedAt ?? '') + 8 * 3_600_000
    const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const ofDay = (ms: number) => read({ state: 'ENDED', day: dayAt(ms) })
    expect(await ofDay(at)).toMatchObject({ total: 1, list: [{ attemptId: sitting.attemptId }] })
    for (const other of [at - 86_400_000, at + 86_400_000]) expect(await ofDay(other)).toMatchObject({ total: 0 })
    // A search by name or link finds attempts of any day.
    await passTime(40 * 86_400)
    const later = (await desk()).token
    const board = (input: object) => mustStaff('POST /exam/v1/board', input, later)
    expect(await board({ state: 'ENDED', keyword: phone })).toMatchObject({ list: ended.list })
    const { attemptId } = sitting
    const { name } = exam.sign.student
    const seen = async (keyword: string) =>
      (await board({ state: 'ENDED', keyword, pageSize: 100 })).list.some((seat) => seat.attemptId === attemptId)
    // A surname alone matches thousands, so only the last day is searched.
    expect(await seen(name.slice(0, 1))).toBe(false)
    expect(await seen(name)).toBe(true)
    expect(await board({ attemptId })).toMatchObject({
      total: 1,
      list: [{ attemptId, submittedBy: 'STUDENT' }],
    })
  })

  it('finds a student by the whole phone number or its last four digits, but by no other part', async () => {
    const exam = await makeExam()
    await startTestAttempt(exam)
    const { token } = await desk()
    const { id, phone } = exam.sign.student
    await must('POST /exam/v1/rehearse', { id: randomUUID(), ...rehearsed }, exam.token)
    const extra = { phone, percent: 25, reason: '视力' }
    await mustStaff('POST /exam/v1/set_extra_time', extra, token)
    const found = async (keyword: string) => {
      const lists = [
        await mustStaff('POST /exam/v1/board', { keyword, pageSize: 100 }, token),
        await mustStaff('POST /exam/v1/extra_times', { keyword, pageSize: 100 }, token),
        await mustStaff('POST /exam/v1/rehearsals', { keyword, pageSize: 100 }, token),
      ]
      return lists.map(({ list }) => list.some(({ student }) => student.id === id))
    }
    for (const shown of [phone, phone.slice(-4)]) expect(await found(shown)).toEqual([true, true, true])
    for (const part of [phone.slice(0, 4), phone.slice(0, 10), phone.slice(-5), phone.slice(3, 7)])
      if (part !== phone.slice(-4)) expect(await found(part)).toEqual([false, false, false])
  })
})

describe('an appeal against an attempt', () => {
  it('accepts one appeal per result and one answer per appeal', async () => {
    const exam = await makeExam()
    const other = await makeExam({ plan: await makeExamPlan() })
    const running = await startTestAttempt(exam)
    const wish = { attemptId: running.attemptId, text: '第三题的选项有误' }
    expect(await call('POST /exam/v1/appeal', wish, exam.token)).toMatchObject({
      key: 'exam.notSubmitted',
    })
    const answers = rightAnswersOf(running, 3)
    await callSubmitExam(exam.token, running.attemptId, 1, answers)
    expect(await call('POST /exam/v1/appeal', wish, other.token)).toMatchObject({
      key: 'exam.attemptNotFound',
    })
    const first = await must('POST /exam/v1/appeal', wish, exam.token)
    expect(first).toMatchObject({ state: 'OPEN', answer: null })
    expect(await must('POST /exam/v1/appeal', wish, exam.token)).toEqual(first)
    expect(await call('POST /exam/v1/appeal', { ...wish, text: '还有第四题' }, exam.token)).toMatchObject({
      key: 'exam.appealed',
    })
    const { token, username, name } = await desk()
    const { attemptId } = running
    const paper = await mustStaff('POST /exam/v1/appealed_paper', { attemptId }, token)
    expect(paper.questions.filter(({ right }) => right)).toHaveLength(3)
    const chosen = paper.questions.filter((question) => question.chosen.length > 0)
    expect(chosen.map(({ id }) => id).sort()).toEqual(Object.keys(answers).sort())
    expect(paper).toMatchObject({ intact: true, entries: [{ seq: 1, kind: 'SUBMIT' }] })
    const open = await mustStaff('GET /exam/v1/appeals', { state: 'OPEN', pageSize: 100 }, token)
    expect(open.list.map(({ attemptId }) => attemptId)).toContain(running.attemptId)
    const said = { uphold: true, answer: '题目已更正，成绩不变' }
    const none = { remedy: 'NONE' as const, remedyReason: '考生未答这道题' }
    const answer = { attemptId: running.attemptId, ...said, ...none }
    await mustStaff('POST /exam/v1/answer_appeal', answer, token)
    expect(await mustStaff('POST /exam/v1/answer_appeal', answer, token)).toMatchObject({
      state: 'UPHELD',
    })
    expect(
      await staffCall(
        'POST /exam/v1/answer_appeal',
        { attemptId: running.attemptId, uphold: false, answer: said.answer },
        token,
      ),
    ).toMatchObject({ key: 'exam.appealAnswered', msg: `这项申诉已由 ${name} 答复` })
    expect(await getExamInfo(exam)).toMatchObject({
      attempts: [{ appeals: [{ state: 'UPHELD', answer: answer.answer, ...none }] }],
    })
    expect(await listExamMessages(exam)).toEqual([expect.stringMatching(/^考试申诉已答复：.*：支持您的申诉/)])
    expect(await listAuditRowsOf(running.attemptId)).toMatchObject([
      { actor: username, action: 'exam.paperRead' },
      { actor: username, action: 'exam.appealAnswered' },
    ])
  })

  it('an appeal opens the paper only to staff who decide appeals', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    await callSubmitExam(exam.token, attemptId, 1, {})
    const { token } = await desk()
    expect(await staffCall('POST /exam/v1/appealed_paper', { attemptId }, token)).toMatchObject({
      key: 'exam.appealNotFound',
    })
    await must('POST /exam/v1/appeal', { attemptId, text: '第三题的选项有误' }, exam.token)
    const reader = await makeStaff({ permissions: ['exam.read'] })
    expect(await staffCall('POST /exam/v1/appealed_paper', { attemptId }, reader.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await listAuditRowsOf(attemptId)).toEqual([])
  })
})

describe('invalid input at the exam desk', () => {
  it('refuses invalid input of the exam desk with its field and reports missing rows', async () => {
    const { token } = await desk()
    const attemptId = randomUUID()
    const asked = { id: randomUUID(), attemptId, kind: 'EXTEND', seconds: 60, reason: '停电' }
    const bad = [
      ['POST /exam/v1/ask', { ...asked, seconds: undefined }, 'seconds'],
      ['POST /exam/v1/ask', { ...asked, kind: 'VOID' }, 'seconds'],
      ['POST /exam/v1/ask', { ...asked, reason: ' ' }, 'reason'],
      ['POST /exam/v1/decide', { id: 'x', approve: true }, 'id'],
      ['POST /exam/v1/withdraw', { id: 'x' }, 'id'],
      ['POST /exam/v1/set_extra_time', { phone: '1', percent: 10, reason: '视力' }, 'phone'],
      ['POST /exam/v1/answer_appeal', { attemptId, uphold: true, answer: '' }, 'answer'],
      ['POST /exam/v1/appealed_paper', { attemptId: 'x' }, 'attemptId'],
    ] as const
    for (const [key, input, field] of bad)
      expect(await staffCall(key, input, token)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
    for (const [key, input, field] of [
      ['POST /exam/v1/board', { state: 'X' }, 'state'],
      ['POST /exam/v1/board', { state: 'ENDED', day: '2020-02-30' }, 'day'],
      ['GET /exam/v1/decisions', { state: 'X' }, 'state'],
      ['GET /exam/v1/appeals', { state: 'X' }, 'state'],
      ['POST /exam/v1/rehearsals', { worst: 'X' }, 'worst'],
      ['POST /exam/v1/extra_times', { page: '0' }, 'page'],
    ] as const)
      expect(await staffCall(key, input, token)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
    expect(await staffCall('POST /exam/v1/ask', asked, token)).toMatchObject({
      key: 'exam.attemptNotFound',
    })
    expect(await staffCall('POST /exam/v1/decide', { id: randomUUID(), approve: true }, token)).toMatchObject({
      key: 'exam.decisionNotFound',
    })
    expect(
      await staffCall('POST /exam/v1/answer_appeal', { attemptId, uphold: false, answer: '没有这一项' }, token),
    ).toMatchObject({ key: 'exam.appealNotFound' })
  })
})
