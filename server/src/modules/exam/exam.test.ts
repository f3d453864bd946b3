import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  callSaveAnswer,
  callStartExam,
  callSubmitExam,
  decideTestAttempt,
  examInputOf,
  examSummaryOf,
  getExamInfo,
  makeExam,
  makeExamPlan,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
} from '../../../test/factories/exam.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'

describe('exam info and consent', () => {
  it('exam info lists the rules, the missing steps and the consent text', async () => {
    const sign = await makeSign({ plan: await makeExamPlan(), paid: false })
    const { token } = sign.student
    const exam = { sign, token, exam: examInputOf(sign) }
    const before = await getExamInfo(exam)
    expect(before).toMatchObject({
      state: 'LOCKED',
      lockedBecause: 'NOT_PAID',
      trial: false,
      subject: 'PROFESSIONAL',
      hours: 6,
      rules: {
        single: 10,
        multiple: 5,
        judge: 5,
        totalPoints: 100,
        passMark: 60,
        durationSeconds: 1800,
      },
      attemptsLeft: 3,
      attempts: [],
      runningAttemptId: null,
      consent: { given: null },
      sealedSeconds: await (await deps()).settings.get('exam.sealedSeconds'),
      captureLateSeconds: await (await deps()).settings.get('exam.captureLateSeconds'),
    })
    const text = before.consent.text.join('')
    for (const word of ['摄像头', '180 天', '人工核验', '多选', '自动保存', '自动交卷', '核验人员'])
      expect(text).toContain(word)
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.notPaid' })
  })

  it('the exam opens after payment, study, evaluation and consent', async () => {
    const sign = await makeSign({ plan: await makeExamPlan() })
    const exam = { sign, token: sign.student.token, exam: examInputOf(sign) }
    expect(await getExamInfo(exam)).toMatchObject({ state: 'LOCKED', lockedBecause: 'NOT_STUDIED' })
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.notStudied' })
    await finishStudy(sign, 0, { evaluate: false })
    expect(await getExamInfo(exam)).toMatchObject({ state: 'LOCKED', lockedBecause: 'NOT_EVALUATED' })
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.notEvaluated' })
    expect(await examSummaryOf(exam)).toEqual({ state: 'LOCKED', bestScore: null })
    await finishStudy(sign)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'READY', lockedBecause: null })
    expect(await examSummaryOf(exam)).toEqual({ state: 'READY', bestScore: null })
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.consentNeeded' })
    expect(await startTestAttempt(exam)).toMatchObject({ mode: 'CAMERA', savedSeq: 0, answers: {} })
    expect(await getExamInfo(exam)).toMatchObject({ state: 'RUNNING', consent: { given: 'CAMERA' } })
    expect(await examSummaryOf(exam)).toEqual({ state: 'RUNNING', bestScore: null })
  })

  it('accepts consent only to the current consent text and stores the latest choice', async () => {
    const exam = await makeExam()
    const { version } = (await getExamInfo(exam)).consent
    const agree = (body: object) => call('POST /exam/v1/consent', { ...exam.exam, ...body }, exam.token)
    expect(await agree({ mode: 'CAMERA', version: 'old' })).toMatchObject({
      key: 'exam.consentOutdated',
      data: { version },
    })
    expect(await agree({ mode: 'NONE', version })).toMatchObject({ key: 'common.invalid' })
    for (const mode of ['CAMERA', 'CAMERA', 'MANUAL']) expect(await agree({ mode, version })).toMatchObject({ code: 1 })
    expect((await getExamInfo(exam)).consent.given).toBe('MANUAL')
    const { db } = await deps()
    const rows = await db
      .selectFrom('examConsent')
      .select('mode')
      .where('signCourseId', '=', exam.exam.id)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.mode)).toEqual(['CAMERA', 'MANUAL'])
  })

  it('records simultaneous consents once and limits changes of consent per day', async () => {
    const exam = await makeExam()
    const { version } = (await getExamInfo(exam)).consent
    const agree = (mode: string) => call('POST /exam/v1/consent', { ...exam.exam, mode, version }, exam.token)
    const { db } = await deps()
    const count = async () => {
      const rows = await db.selectFrom('examConsent').select('mode').where('signCourseId', '=', exam.exam.id).execute()
      return rows.length
    }
    await Promise.all(Array.from({ length: 8 }, () => agree('CAMERA')))
    expect(await count()).toBe(1)
    for (let time = 1; time < 30; time += 1)
      expect(await agree(time % 2 ? 'MANUAL' : 'CAMERA')).toMatchObject({ code: 1 })
    expect(await agree('CAMERA')).toMatchObject({ key: 'exam.tooManyConsents' })
    expect(await agree('MANUAL')).toMatchObject({ code: 1 })
    expect(await count()).toBe(30)
  })

  it('an exam closes at the end of study time, but a running attempt continues', async () => {
    const { db } = await deps()
    const end = new Date((await appNow(db)).getTime() + 600_000)
    const plan = await makePlan({ signEndAt: end, studyEndAt: end, courses: [{}] })
    const begun = await makeExam({ plan })
    const late = await makeExam({ plan })
    const sitting = await startTestAttempt(begun)
    await passTime(700)
    expect(await getExamInfo(late)).toMatchObject({ state: 'LOCKED', lockedBecause: 'CLOSED' })
    expect(await callStartExam(late)).toMatchObject({ key: 'exam.closed' })
    expect(await callStartExam(begun)).toMatchObject({ code: 1, data: { attemptId: sitting.attemptId } })
    expect(await callSubmitExam(begun.token, sitting.attemptId, 1, rightAnswersOf(sitting))).toMatchObject({
      code: 1,
      data: { passed: true },
    })
    expect(await professionalTenthsOf(begun)).toBe(60)
    await decideTestAttempt(sitting.attemptId, 'VOID')
    expect(await getExamInfo(begun)).toMatchObject({ state: 'VOID', lockedBecause: 'CLOSED' })
  })
})

describe('starting an attempt', () => {
  it('a new paper has 10, 5 and 5 questions, no answers, a deadline and captures', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const types = sitting.questions.map((question) => question.type)
    expect(types).toEqual([...Array(10).fill('SINGLE'), ...Array(5).fill('MULTIPLE'), ...Array(5).fill('JUDGE')])
    expect(new Set(sitting.questions.map((question) => question.id)).size).toBe(20)
    expect(Date.parse(sitting.deadline) - Date.parse(sitting.startedAt)).toBe(1_800_000)
    expect(sitting.captures.map((capture) => capture.no)).toEqual([1, 2, 3])
    expect(sitting.captures[0]?.dueAt).toBe(sitting.startedAt)
    const answer = await callStartExam(exam)
    for (const secret of ['answer"', 'from', 'explanation', 'right', 'correct'])
      expect(JSON.stringify(answer)).not.toContain(secret)
    for (const question of sitting.questions) {
      expect(Object.keys(question).sort()).toEqual(['id', 'options', 'points', 'stem', 'type'])
      for (const option of question.options) expect(Object.keys(option)).toEqual(['id', 'text'])
    }
  })

  it('simultaneous starts and a second device get the same attempt and saved answers', async () => {
    const exam = await makeExam()
    const first = await Promise.all(Array.from({ length: 8 }, () => callStartExam(exam)))
    expect(first.every((answer) => answer.key === 'exam.consentNeeded')).toBe(true)
    const { consent } = await getExamInfo(exam)
    await must('POST /exam/v1/consent', { ...exam.exam, mode: 'CAMERA', version: consent.version }, exam.token)
    const racing = await Promise.all(Array.from({ length: 8 }, () => callStartExam(exam)))
    expect(new Set(racing.map((answer) => answer.data.attemptId)).size).toBe(1)
    const attempt = racing[0]?.data
    if (!attempt) throw new Error('no attempt')
    const answers = rightAnswersOf(attempt, 3)
    await must('POST /exam/v1/save_answer', { attemptId: attempt.attemptId, seq: 1, answers }, exam.token)
    const { token } = await must('POST /student/v1/login', {
      account: exam.sign.student.phone,
      password: exam.sign.student.password,
    })
    const other = await must('GET /exam/v1/start', exam.exam, token)
    expect(other).toMatchObject({
      attemptId: attempt.attemptId,
      savedSeq: 1,
      answers,
      deadline: attempt.deadline,
    })
    expect(other.questions).toEqual(attempt.questions)
    expect((await getExamInfo(exam)).attempts).toHaveLength(1)
  })

  it('refuses a start when the question bank is too small', async () => {
    const exam = await makeExam({ rules: { singleCount: 99 } })
    const { consent } = await getExamInfo(exam)
    await must('POST /exam/v1/consent', { ...exam.exam, mode: 'MANUAL', version: consent.version }, exam.token)
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.notReady' })
  })
})

describe('ownership of an exam', () => {
  it('responds notFound to another student or a sign-up that does not match the exam', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { version } = (await getExamInfo(exam)).consent
    const other = await makeExam()
    const foreign = [
      [exam.exam, other.token],
      [{ signId: other.exam.signId, id: exam.exam.id }, other.token],
      [{ signId: exam.exam.signId, id: other.exam.id }, other.token],
      [{ signId: randomUUID(), id: randomUUID() }, other.token],
    ] as const
    for (const [input, token] of foreign) {
      const refusal = { status: 200, key: 'exam.notFound' }
      expect(await call('GET /exam/v1/info', input, token)).toMatchObject(refusal)
      expect(await call('GET /exam/v1/start', input, token)).toMatchObject(refusal)
      const body = { ...input, mode: 'CAMERA', version }
      expect(await call('POST /exam/v1/consent', body, token)).toMatchObject(refusal)
    }
    for (const attemptId of [sitting.attemptId, randomUUID()]) {
      const refusal = { status: 200, key: 'exam.attemptNotFound' }
      expect(await callSaveAnswer(other.token, attemptId, 1, {})).toMatchObject(refusal)
      expect(await callSubmitExam(other.token, attemptId, 1, {})).toMatchObject(refusal)
    }
    expect(await must('GET /exam/v1/start', exam.exam, exam.token)).toMatchObject({ savedSeq: 0 })
  })

  it('refuses exam calls without sign-in or with invalid ids', async () => {
    const { token } = await makeStudent()
    for (const path of ['GET /exam/v1/info', 'GET /exam/v1/start', 'POST /exam/v1/consent'] as const) {
      expect(await call(path, { signId: randomUUID(), id: randomUUID() })).toMatchObject({
        status: 401,
      })
      expect(await call(path, { signId: "1' or '1", id: '<b>' }, token)).toMatchObject({
        key: 'common.invalid',
      })
      expect(await call(path, {}, token)).toMatchObject({ key: 'common.invalid' })
    }
    for (const path of [
      'POST /exam/v1/save_answer',
      'POST /exam/v1/submit_exam',
      'POST /exam/v1/exam_capture',
    ] as const)
      expect(await call(path, { attemptId: randomUUID() })).toMatchObject({ status: 401 })
  })
})
