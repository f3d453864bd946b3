import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  decided,
  earned,
  examOf,
  examPlan,
  info,
  makeExam,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  summaryOf,
} from '../../../test/factories/exam.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'

describe('info and consent', () => {
  it('tells the rules, what is missing, and the text to agree to', async () => {
    const sign = await makeSign({ plan: await examPlan(), paid: false })
    const { token } = sign.student
    const exam = { sign, token, exam: examOf(sign) }
    const before = await info(exam)
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
    expect(await start(exam)).toMatchObject({ key: 'exam.notPaid' })
  })

  it('opens step by step: paid, studied, evaluated, agreed', async () => {
    const sign = await makeSign({ plan: await examPlan() })
    const exam = { sign, token: sign.student.token, exam: examOf(sign) }
    expect(await info(exam)).toMatchObject({ state: 'LOCKED', lockedBecause: 'NOT_STUDIED' })
    expect(await start(exam)).toMatchObject({ key: 'exam.notStudied' })
    await finishStudy(sign, 0, { evaluate: false })
    expect(await info(exam)).toMatchObject({ state: 'LOCKED', lockedBecause: 'NOT_EVALUATED' })
    expect(await start(exam)).toMatchObject({ key: 'exam.notEvaluated' })
    expect(await summaryOf(exam)).toEqual({ state: 'LOCKED', bestScore: null })
    await finishStudy(sign)
    expect(await info(exam)).toMatchObject({ state: 'READY', lockedBecause: null })
    expect(await summaryOf(exam)).toEqual({ state: 'READY', bestScore: null })
    expect(await start(exam)).toMatchObject({ key: 'exam.consentNeeded' })
    expect(await sit(exam)).toMatchObject({ mode: 'CAMERA', savedSeq: 0, answers: {} })
    expect(await info(exam)).toMatchObject({ state: 'RUNNING', consent: { given: 'CAMERA' } })
    expect(await summaryOf(exam)).toEqual({ state: 'RUNNING', bestScore: null })
  })

  it('takes a consent for the current text only, keeps the last choice and the record', async () => {
    const exam = await makeExam()
    const { version } = (await info(exam)).consent
    const agree = (body: object) =>
      call('POST /exam/v1/consent', { ...exam.exam, ...body }, exam.token)
    expect(await agree({ mode: 'CAMERA', version: 'old' })).toMatchObject({
      key: 'exam.consentOutdated',
      data: { version },
    })
    expect(await agree({ mode: 'NONE', version })).toMatchObject({ key: 'common.invalid' })
    for (const mode of ['CAMERA', 'CAMERA', 'MANUAL'])
      expect(await agree({ mode, version })).toMatchObject({ code: 1 })
    expect((await info(exam)).consent.given).toBe('MANUAL')
    const { db } = await deps()
    const rows = await db
      .selectFrom('examConsent')
      .select('mode')
      .where('signCourseId', '=', exam.exam.id)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.mode)).toEqual(['CAMERA', 'MANUAL'])
  })

  it('keeps one record of a consent given many times at once, and only so many changes of mind a day', async () => {
    const exam = await makeExam()
    const { version } = (await info(exam)).consent
    const agree = (mode: string) =>
      call('POST /exam/v1/consent', { ...exam.exam, mode, version }, exam.token)
    const { db } = await deps()
    const count = async () => {
      const rows = await db
        .selectFrom('examConsent')
        .select('mode')
        .where('signCourseId', '=', exam.exam.id)
        .execute()
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

  it('is closed when study time has ended, but what was begun runs on', async () => {
    const { db } = await deps()
    const end = new Date((await appNow(db)).getTime() + 600_000)
    const plan = await makePlan({ signEndAt: end, studyEndAt: end, courses: [{}] })
    const begun = await makeExam({ plan })
    const late = await makeExam({ plan })
    const sitting = await sit(begun)
    await passTime(700)
    expect(await info(late)).toMatchObject({ state: 'LOCKED', lockedBecause: 'CLOSED' })
    expect(await start(late)).toMatchObject({ key: 'exam.closed' })
    expect(await start(begun)).toMatchObject({ code: 1, data: { attemptId: sitting.attemptId } })
    expect(await submit(begun.token, sitting.attemptId, 1, rightAnswers(sitting))).toMatchObject({
      code: 1,
      data: { passed: true },
    })
    expect(await earned(begun)).toBe(60)
    // nor is a pass that was voided taken again
    await decided(sitting.attemptId, 'VOID')
    expect(await info(begun)).toMatchObject({ state: 'VOID', lockedBecause: 'CLOSED' })
  })
})

describe('start', () => {
  it('draws a paper of 10, 5 and 5 without a right answer, with its clock and captures', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const types = sitting.questions.map((question) => question.type)
    expect(types).toEqual([
      ...Array(10).fill('SINGLE'),
      ...Array(5).fill('MULTIPLE'),
      ...Array(5).fill('JUDGE'),
    ])
    expect(new Set(sitting.questions.map((question) => question.id)).size).toBe(20)
    expect(Date.parse(sitting.deadline) - Date.parse(sitting.startedAt)).toBe(1_800_000)
    expect(sitting.captures.map((capture) => capture.no)).toEqual([1, 2, 3])
    expect(sitting.captures[0]?.dueAt).toBe(sitting.startedAt)
    const answer = await start(exam)
    for (const secret of ['answer"', 'from', 'explanation', 'right', 'correct'])
      expect(JSON.stringify(answer)).not.toContain(secret)
    for (const question of sitting.questions) {
      expect(Object.keys(question).sort()).toEqual(['id', 'options', 'points', 'stem', 'type'])
      for (const option of question.options) expect(Object.keys(option)).toEqual(['id', 'text'])
    }
  })

  it('gives racing clicks and a second device the same attempt, with what is saved', async () => {
    const exam = await makeExam()
    const first = await Promise.all(Array.from({ length: 8 }, () => start(exam)))
    expect(first.every((answer) => answer.key === 'exam.consentNeeded')).toBe(true)
    const { consent } = await info(exam)
    await must(
      'POST /exam/v1/consent',
      { ...exam.exam, mode: 'CAMERA', version: consent.version },
      exam.token,
    )
    const racing = await Promise.all(Array.from({ length: 8 }, () => start(exam)))
    expect(new Set(racing.map((answer) => answer.data.attemptId)).size).toBe(1)
    const attempt = racing[0]?.data
    if (!attempt) throw new Error('no attempt')
    const answers = rightAnswers(attempt, 3)
    await must(
      'POST /exam/v1/save_answer',
      { attemptId: attempt.attemptId, seq: 1, answers },
      exam.token,
    )
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
    expect((await info(exam)).attempts).toHaveLength(1)
  })

  it('says so when the bank is too small', async () => {
    const exam = await makeExam({ rules: { singleCount: 99 } })
    const { consent } = await info(exam)
    await must(
      'POST /exam/v1/consent',
      { ...exam.exam, mode: 'MANUAL', version: consent.version },
      exam.token,
    )
    expect(await start(exam)).toMatchObject({ key: 'exam.notReady' })
  })
})

describe('whose exam it is', () => {
  it('answers another student, and a sign that does not match, as if there were none', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { version } = (await info(exam)).consent
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
      expect(await save(other.token, attemptId, 1, {})).toMatchObject(refusal)
      expect(await submit(other.token, attemptId, 1, {})).toMatchObject(refusal)
    }
    expect(await must('GET /exam/v1/start', exam.exam, exam.token)).toMatchObject({ savedSeq: 0 })
  })

  it('needs sign-in, and ids that are ids', async () => {
    const { token } = await makeStudent()
    for (const path of [
      'GET /exam/v1/info',
      'GET /exam/v1/start',
      'POST /exam/v1/consent',
    ] as const) {
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
