import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  examOf,
  examPlan,
  makeExam,
  rightAnswers,
  sit,
  type TestExam,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { hoursTotals } from '../hours/service.ts'
import { examSummaries, settleStudent, submitAbandoned } from './service.ts'

const info = ({ exam, token }: TestExam) => must('GET /exam/v1/info', exam, token)
const start = ({ exam, token }: TestExam) => call('GET /exam/v1/start', exam, token)
const save = (token: string, attemptId: string, seq: number, answers: object) =>
  call('POST /exam/v1/save_answer', { attemptId, seq, answers }, token)
const submit = (token: string, attemptId: string, seq: number, answers: object) =>
  call('POST /exam/v1/submit_exam', { attemptId, seq, answers }, token)

async function summaryOf({ sign, exam }: TestExam) {
  const { db } = await deps()
  return (await examSummaries(db, sign.student.id)).get(exam.id)
}

async function earned({ sign }: TestExam) {
  const { db } = await deps()
  return (await hoursTotals(db, sign.student.id))[0]?.earned.professional ?? 0
}

async function fail(exam: TestExam) {
  const sitting = await sit(exam)
  return must(
    'POST /exam/v1/submit_exam',
    { attemptId: sitting.attemptId, seq: 1, answers: {} },
    exam.token,
  )
}

describe('info and consent', () => {
  it('tells the rules, what is missing, and the text to agree to', async () => {
    const sign = await makeSign({ plan: await examPlan(), paid: false })
    const { token } = sign.student
    const exam = { sign, token, exam: examOf(sign) }
    const before = await info(exam)
    expect(before).toMatchObject({
      state: 'LOCKED',
      lockedBecause: 'NOT_PAID',
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

describe('save_answer', () => {
  it('saves what changed, and an identical repeat changes nothing', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await sit(exam)
    const [one, two] = [rightAnswers(sitting, 1), rightAnswers(sitting, 2)]
    const first = await save(token, sitting.attemptId, 1, two)
    expect(first).toMatchObject({ code: 1, data: { savedSeq: 1, deadline: sitting.deadline } })
    const cleared = Object.fromEntries(Object.keys(one).map((id) => [id, []]))
    expect(await save(token, sitting.attemptId, 2, cleared)).toMatchObject({
      data: { savedSeq: 2 },
    })
    expect(await save(token, sitting.attemptId, 1, two)).toMatchObject({
      code: 1,
      data: { savedSeq: 1 },
    })
    const resumed = await must('GET /exam/v1/start', exam.exam, token)
    expect(resumed).toMatchObject({ savedSeq: 2, answers: { ...two, ...cleared } })
  })

  it('tells a page that fell behind what is saved, and nothing is lost in a race', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await sit(exam)
    const [right, wrong] = [rightAnswers(sitting, 1), wrongAnswers(sitting, 1)]
    await save(token, sitting.attemptId, 1, right)
    for (const [seq, answers] of [
      [1, wrong],
      [3, wrong],
      [9, right],
    ] as const)
      expect(await save(token, sitting.attemptId, seq, answers)).toMatchObject({
        status: 200,
        key: 'exam.seqStale',
        data: { savedSeq: 1, answers: right },
      })
    const questions = sitting.questions.slice(1, 7)
    const race = await Promise.all(
      questions.map(({ id, options }) =>
        save(token, sitting.attemptId, 2, { [id]: [options[0]?.id] }),
      ),
    )
    expect(race.filter((answer) => answer.code === 1)).toHaveLength(1)
    expect(race.filter((answer) => answer.key === 'exam.seqStale')).toHaveLength(5)
    const same = await Promise.all([1, 2, 3, 4].map(() => save(token, sitting.attemptId, 3, wrong)))
    expect(same.every((answer) => answer.code === 1 && answer.data.savedSeq === 3)).toBe(true)
    expect(await must('GET /exam/v1/start', exam.exam, token)).toMatchObject({ savedSeq: 3 })
  })

  it('refuses what is not on the paper, and two choices where one is asked', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const single = sitting.questions[0]?.id ?? ''
    const judge = sitting.questions.at(-1)?.id ?? ''
    for (const answers of [
      { [randomUUID()]: ['A'] },
      { [single]: ['Z'] },
      { [single]: ['A', 'B'] },
      { [judge]: ['A', 'B'] },
      { [single]: ['A', 'A'] },
    ]) {
      const refusal = { status: 200, key: 'exam.badAnswer' }
      expect(await save(exam.token, sitting.attemptId, 1, answers)).toMatchObject(refusal)
      expect(await submit(exam.token, sitting.attemptId, 1, answers)).toMatchObject(refusal)
    }
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).savedSeq).toBe(0)
  })

  it.each([
    ['answers', { answers: { x: ['A'] } }],
    ['answers', { answers: [] }],
    ['answers', { answers: { [randomUUID()]: 'A' } }],
    ['answers', { answers: { [randomUUID()]: ["A'; drop table attempt;--".repeat(3)] } }],
    ['seq', { seq: 0 }],
    ['seq', { seq: '1' }],
    ['seq', { seq: 1.5 }],
    ['attemptId', { attemptId: '1 or 1=1' }],
  ])('refuses a bad %s', async (field, change) => {
    const { token } = await makeStudent()
    const body = { attemptId: randomUUID(), seq: 1, answers: {}, ...change }
    for (const path of ['POST /exam/v1/save_answer', 'POST /exam/v1/submit_exam'] as const) {
      const answer = await call(path, body, token)
      expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
      expect(JSON.stringify(answer.data)).toContain(field)
    }
  })
})

describe('submit_exam', () => {
  it('passes, credits the hours once, and repeats get the first result', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await sit(exam)
    await save(token, sitting.attemptId, 1, rightAnswers(sitting, 5))
    const last = wrongAnswers(sitting, 1)
    const answers = { ...rightAnswers(sitting, 13), ...last }
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => submit(token, sitting.attemptId, 2, answers)),
    )
    expect(both[0]).toMatchObject({
      code: 1,
      data: {
        score: 60,
        totalPoints: 100,
        passMark: 60,
        passed: true,
        right: 12,
        wrong: 8,
        attemptsLeft: 2,
        submittedBy: 'STUDENT',
        receipt: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
      },
    })
    for (const answer of both) expect(answer).toEqual(both[0])
    expect(await earned(exam)).toBe(60)
    const other = await submit(token, sitting.attemptId, 2, {})
    expect(other).toMatchObject({ key: 'exam.submitted', data: { result: both[0]?.data } })
    expect(await save(token, sitting.attemptId, 3, {})).toMatchObject({ key: 'exam.submitted' })
    expect(await save(token, sitting.attemptId, 1, rightAnswers(sitting, 5))).toMatchObject({
      code: 1,
    })
    expect(await info(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ no: 1, score: 60, passed: true, receipt: both[0]?.data.receipt, voided: false }],
    })
    expect(await start(exam)).toMatchObject({ key: 'exam.alreadyPassed' })
    expect(await summaryOf(exam)).toEqual({ state: 'PASSED', bestScore: 60 })
    expect(await earned(exam)).toBe(60)
  })

  it('marks one below the pass mark as failed, and the exam can be taken again with another paper', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const result = await submit(exam.token, sitting.attemptId, 1, rightAnswers(sitting, 11))
    expect(result).toMatchObject({ data: { score: 55, passed: false, attemptsLeft: 2 } })
    expect(await info(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 2 })
    expect(await summaryOf(exam)).toEqual({ state: 'FAILED', bestScore: 55 })
    expect(await earned(exam)).toBe(0)
    const next = await sit(exam)
    expect(next.attemptId).not.toBe(sitting.attemptId)
    expect(next.questions).not.toEqual(sitting.questions)
  })

  it('refuses a page that fell behind, with what is saved', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const answers = rightAnswers(sitting, 2)
    await save(exam.token, sitting.attemptId, 1, answers)
    expect(await submit(exam.token, sitting.attemptId, 1, answers)).toMatchObject({
      key: 'exam.seqStale',
      data: { savedSeq: 1, answers },
    })
    expect((await info(exam)).state).toBe('RUNNING')
  })

  it('keeps a chain from the first answer to the receipt, which the database will not have changed', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    await save(exam.token, sitting.attemptId, 1, rightAnswers(sitting, 1))
    await submit(exam.token, sitting.attemptId, 2, {})
    const { db } = await deps()
    const { rows } = await sql<{ intact: boolean; kind: string }>`
      select kind, hash = sha256(coalesce(lag(hash) over (order by seq),
        sha256(attempt_id::text::bytea)) || content_hash) as intact
      from answer_log where attempt_id = ${sitting.attemptId} order by seq`.execute(db)
    expect(rows).toEqual([
      { kind: 'SAVE', intact: true },
      { kind: 'SUBMIT', intact: true },
    ])
    await expect(
      sql`update answer_log set answers = '{}' where attempt_id = ${sitting.attemptId}`.execute(db),
    ).rejects.toThrow('append-only')
  })
})

describe('the deadline', () => {
  it('takes answers on their way for a moment, then submits what was saved', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await sit(exam)
    await save(token, sitting.attemptId, 1, rightAnswers(sitting, 14))
    await passTime(1800)
    expect(await save(token, sitting.attemptId, 2, {})).toMatchObject({ code: 1 })
    await passTime(4)
    const late = await save(token, sitting.attemptId, 3, wrongAnswers(sitting))
    const result = { score: 70, passed: true, submittedBy: 'DEADLINE' }
    expect(late).toMatchObject({ status: 200, key: 'exam.deadlinePassed', data: { result } })
    for (const answers of [{}, wrongAnswers(sitting)])
      expect(await submit(token, sitting.attemptId, 3, answers)).toMatchObject({
        key: 'exam.deadlinePassed',
        data: { result },
      })
    expect(await info(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ submittedBy: 'DEADLINE', submittedAt: sitting.deadline }],
    })
    expect(await earned(exam)).toBe(60)
  })

  it('ends the attempt on a late submit, a late start and a late look alike', async () => {
    const exams = await Promise.all([1, 2, 3, 4].map(() => makeExam()))
    const [bySubmit, byStart, byInfo, byList] = exams
    if (!bySubmit || !byStart || !byInfo || !byList) throw new Error('no exams')
    const sittings = await Promise.all(exams.map((exam) => sit(exam)))
    await passTime(1810)
    expect(await submit(bySubmit.token, sittings[0]?.attemptId ?? '', 1, {})).toMatchObject({
      key: 'exam.deadlinePassed',
      data: { result: { score: 0, wrong: 20 } },
    })
    expect(await start(byStart)).toMatchObject({
      key: 'exam.deadlinePassed',
      data: { result: { score: 0 } },
    })
    expect(await info(byInfo)).toMatchObject({ state: 'FAILED', runningAttemptId: null })
    await settleStudent(await deps(), byList.sign.student.id)
    expect(await summaryOf(byList)).toEqual({ state: 'FAILED', bestScore: 0 })
    // a new click begins anew
    expect(await start(byStart)).toMatchObject({ code: 1 })
  })

  it('has abandoned attempts submitted by the sweep, each once, however many sweep', async () => {
    const exams = await Promise.all([1, 2, 3].map(() => makeExam()))
    for (const exam of exams) {
      const sitting = await sit(exam)
      await save(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
    }
    const running = await deps()
    await passTime(1810)
    const fresh = await makeExam()
    await sit(fresh)
    const swept = await Promise.all([1, 2, 3].map(() => submitAbandoned(running)))
    expect(swept.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(3)
    for (const exam of exams) {
      expect(await summaryOf(exam)).toEqual({ state: 'PASSED', bestScore: 100 })
      expect(await earned(exam)).toBe(60)
    }
    expect(await summaryOf(fresh)).toMatchObject({ state: 'RUNNING' })
    expect(await submitAbandoned(running)).toBe(0)
  })
})

describe('rounds', () => {
  it('closes after the last failure until the course is studied again, then opens three more', async () => {
    const exam = await makeExam()
    expect(await fail(exam)).toMatchObject({ attemptsLeft: 2 })
    expect(await fail(exam)).toMatchObject({ attemptsLeft: 1 })
    expect(await fail(exam)).toMatchObject({ attemptsLeft: 0, passed: false })
    expect(await info(exam)).toMatchObject({
      state: 'EXHAUSTED',
      attemptsLeft: 0,
      lockedBecause: null,
    })
    expect(await summaryOf(exam)).toEqual({ state: 'EXHAUSTED', bestScore: 0 })
    expect(await start(exam)).toMatchObject({ key: 'exam.exhausted' })
    await finishStudy(exam.sign)
    expect(await info(exam)).toMatchObject({ state: 'READY', attemptsLeft: 3 })
    const sitting = await sit(exam)
    const result = await submit(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
    expect(result).toMatchObject({ data: { passed: true, attemptsLeft: 2 } })
    expect((await info(exam)).attempts.map((attempt) => attempt.no)).toEqual([1, 2, 3, 1])
    expect(await earned(exam)).toBe(60)
  })

  it('shows a voided pass as VOID; it can be taken again, and the last attempt voided makes way for a round', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const sitting = await sit(exam)
    await submit(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
    const { db } = await deps()
    await sql`update attempt set voided_at = app_now(), void_reason = '非本人' where id = ${sitting.attemptId}`.execute(
      db,
    )
    expect(await info(exam)).toMatchObject({ state: 'VOID', attempts: [{ voided: true }] })
    expect(await summaryOf(exam)).toEqual({ state: 'VOID', bestScore: null })
    expect(await start(exam)).toMatchObject({ key: 'exam.exhausted' })
    await finishStudy(exam.sign)
    expect(await sit(exam)).toMatchObject({ savedSeq: 0 })
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
