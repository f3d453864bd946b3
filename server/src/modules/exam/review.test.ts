import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  callSaveAnswer,
  callSubmitExam,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
  wrongAnswersOf,
} from '../../../test/factories/exam.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'

const review = (attemptId: string, token?: string) => call('GET /exam/v1/review', { attemptId }, token)
const answerLog = (attemptId: string, token?: string) => call('GET /exam/v1/answer_log', { attemptId }, token)

describe('review of a submitted attempt', () => {
  it('after a passed exam the student sees the paper, right answers and explanations', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    expect(await review(sitting.attemptId, exam.token)).toMatchObject({ key: 'exam.notSubmitted' })
    const wrong = wrongAnswersOf(sitting, 1)
    await callSubmitExam(exam.token, sitting.attemptId, 1, { ...rightAnswersOf(sitting), ...wrong })
    const { data } = await review(sitting.attemptId, exam.token)
    expect(data).toMatchObject({ ...exam.exam, passed: true, score: 95, totalPoints: 100 })
    expect(data.questions.map(({ id }) => id)).toEqual(sitting.questions.map(({ id }) => id))
    expect(data.questions.map(({ right }) => right)).toEqual([false, ...Array(19).fill(true)])
    const [first] = data.questions
    expect(first).toMatchObject({ chosen: Object.values(wrong)[0] })
    // The question bank's explanation mentions A or AB, but this paper gives the options other letters.
    for (const { answer, explanation } of data.questions) expect(explanation).toBe(`故选 ${answer.join('')}。`)
    expect(first?.answer).toHaveLength(1)
    expect(first?.options.map((option) => Object.keys(option))).toContainEqual(['id', 'text'])
  })

  it('hides the right answers while another attempt in the round is possible', async () => {
    const exam = await makeExam({ plan: await makePlan({ courses: [{ attemptsPerRound: 2 }] }) })
    const first = await startTestAttempt(exam)
    await callSubmitExam(exam.token, first.attemptId, 1, {})
    expect(await review(first.attemptId, exam.token)).toMatchObject({ key: 'exam.reviewLocked' })
    const second = await startTestAttempt(exam)
    expect(await review(first.attemptId, exam.token)).toMatchObject({ key: 'exam.reviewLocked' })
    await callSubmitExam(exam.token, second.attemptId, 1, {})
    for (const { attemptId } of [first, second])
      expect(await review(attemptId, exam.token)).toMatchObject({
        data: { passed: false, score: 0 },
      })
  })

  it('hides the right answers while another attempt still uses the same question bank', async () => {
    const exam = await makeExam({ plan: await makePlan({ courses: [{ attemptsPerRound: 1 }] }) })
    const first = await startTestAttempt(exam)
    await callSubmitExam(exam.token, first.attemptId, 1, {})
    expect(await review(first.attemptId, exam.token)).toMatchObject({ code: 1 })
    await finishStudy(exam.sign)
    const second = await startTestAttempt(exam)
    expect(await review(first.attemptId, exam.token)).toMatchObject({ key: 'exam.reviewLocked' })
    await passTime(31 * 60)
    // An offline submission could still replace the result, in this sign or another.
    for (const { attemptId } of [first, second])
      expect(await review(attemptId, exam.token)).toMatchObject({ key: 'exam.reviewHeld' })
    await passTime(15 * 60)
    for (const { attemptId } of [first, second]) expect(await review(attemptId, exam.token)).toMatchObject({ code: 1 })
  })
})

describe('the answer log of an attempt', () => {
  it('the answer log lists every entry and confirms the receipt', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const [one, two] = sitting.questions.map(({ id }) => id)
    await callSaveAnswer(exam.token, sitting.attemptId, 1, { [one ?? '']: ['A'] })
    await callSaveAnswer(exam.token, sitting.attemptId, 2, { [two ?? '']: ['B'], [one ?? '']: [] })
    const { data: result } = await callSubmitExam(exam.token, sitting.attemptId, 3, rightAnswersOf(sitting))
    const { data } = await answerLog(sitting.attemptId, exam.token)
    expect(data).toMatchObject({ intact: true, receipt: result.receipt, submittedBy: 'STUDENT' })
    expect(data.entries.slice(0, 2)).toMatchObject([
      { seq: 1, kind: 'SAVE', changes: [{ question: 1, chosen: ['A'] }] },
      {
        seq: 2,
        kind: 'SAVE',
        changes: [
          { question: 1, chosen: [] },
          { question: 2, chosen: ['B'] },
        ],
      },
    ])
    expect(data.entries[2]).toMatchObject({ seq: 3, kind: 'SUBMIT', changes: { length: 20 } })
  })

  it('the answer log reports when stored answers were changed', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    await callSaveAnswer(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting, 3))
    await callSubmitExam(exam.token, sitting.attemptId, 2, {})
    const { db } = await deps()
    await db.transaction().execute(async (tx) => {
      await sql`alter table answer_log disable trigger answer_log_append_only`.execute(tx)
      await sql`update answer_log set answers = '{}' where attempt_id = ${sitting.attemptId} and seq = 1`.execute(tx)
      await sql`alter table answer_log enable trigger answer_log_append_only`.execute(tx)
    })
    expect(await answerLog(sitting.attemptId, exam.token)).toMatchObject({
      data: { intact: false },
    })
  })

  it('reading the answer log of an overdue attempt first submits the attempt', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    await passTime(31 * 60)
    expect(await answerLog(sitting.attemptId, exam.token)).toMatchObject({
      data: { submittedBy: 'DEADLINE', entries: [], intact: true },
    })
  })
})

describe('access to review and answer log', () => {
  it('review and answer log need sign-in, a valid id and an attempt of the same student', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    await must('POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: {} }, exam.token)
    const stranger = await makeStudent()
    for (const ask of [review, answerLog]) {
      expect(await ask(attemptId)).toMatchObject({ status: 401 })
      const theirs = await ask(attemptId, stranger.token)
      expect(theirs).toMatchObject({ status: 200, key: 'exam.attemptNotFound' })
      expect(await ask(randomUUID(), stranger.token)).toEqual(theirs)
      expect(await ask('1; drop table attempt', exam.token)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { attemptId: expect.any(String) } },
      })
    }
  })
})
