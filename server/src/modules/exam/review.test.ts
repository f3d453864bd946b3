import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  makeExam,
  rightAnswers,
  save,
  sit,
  submit,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'

const review = (attemptId: string, token?: string) =>
  call('GET /exam/v1/review', { attemptId }, token)
const answerLog = (attemptId: string, token?: string) =>
  call('GET /exam/v1/answer_log', { attemptId }, token)

describe('review', () => {
  it('shows the own paper, right answers and explanations after a pass', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    expect(await review(sitting.attemptId, exam.token)).toMatchObject({ key: 'exam.notSubmitted' })
    const wrong = wrongAnswers(sitting, 1)
    await submit(exam.token, sitting.attemptId, 1, { ...rightAnswers(sitting), ...wrong })
    const { data } = await review(sitting.attemptId, exam.token)
    expect(data).toMatchObject({ ...exam.exam, passed: true, score: 95, totalPoints: 100 })
    expect(data.questions.map(({ id }) => id)).toEqual(sitting.questions.map(({ id }) => id))
    expect(data.questions.map(({ right }) => right)).toEqual([false, ...Array(19).fill(true)])
    const [first] = data.questions
    expect(first).toMatchObject({ chosen: Object.values(wrong)[0] })
    // the bank says A or AB: the options that this paper calls otherwise
    for (const { answer, explanation } of data.questions)
      expect(explanation).toBe(`故选 ${answer.join('')}。`)
    expect(first?.answer).toHaveLength(1)
    expect(first?.options.map((option) => Object.keys(option))).toContainEqual(['id', 'text'])
  })

  it('keeps the right answers while they would help in the next try of the round', async () => {
    const exam = await makeExam({ plan: await makePlan({ courses: [{ attemptsPerRound: 2 }] }) })
    const first = await sit(exam)
    await submit(exam.token, first.attemptId, 1, {})
    expect(await review(first.attemptId, exam.token)).toMatchObject({ key: 'exam.reviewLocked' })
    const second = await sit(exam)
    expect(await review(first.attemptId, exam.token)).toMatchObject({ key: 'exam.reviewLocked' })
    await submit(exam.token, second.attemptId, 1, {})
    for (const { attemptId } of [first, second])
      expect(await review(attemptId, exam.token)).toMatchObject({
        data: { passed: false, score: 0 },
      })
  })

  it('shows no right answers while the same bank is being asked', async () => {
    const exam = await makeExam({ plan: await makePlan({ courses: [{ attemptsPerRound: 1 }] }) })
    const first = await sit(exam)
    await submit(exam.token, first.attemptId, 1, {})
    expect(await review(first.attemptId, exam.token)).toMatchObject({ code: 1 })
    await finishStudy(exam.sign)
    const second = await sit(exam)
    expect(await review(first.attemptId, exam.token)).toMatchObject({ key: 'exam.reviewLocked' })
    // forgotten: its deadline ends it, whoever looks first
    await passTime(31 * 60)
    // answers sealed on the device could still take its place: in this year's sign or another's
    for (const { attemptId } of [first, second])
      expect(await review(attemptId, exam.token)).toMatchObject({ key: 'exam.reviewHeld' })
    await passTime(15 * 60)
    for (const { attemptId } of [first, second])
      expect(await review(attemptId, exam.token)).toMatchObject({ code: 1 })
  })
})

describe('answer_log', () => {
  it('lists every entry by number, and finds the receipt true', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const [one, two] = sitting.questions.map(({ id }) => id)
    await save(exam.token, sitting.attemptId, 1, { [one ?? '']: ['A'] })
    await save(exam.token, sitting.attemptId, 2, { [two ?? '']: ['B'], [one ?? '']: [] })
    const { data: result } = await submit(exam.token, sitting.attemptId, 3, rightAnswers(sitting))
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

  it('says so when what is stored is not what was handed in', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    await save(exam.token, sitting.attemptId, 1, rightAnswers(sitting, 3))
    await submit(exam.token, sitting.attemptId, 2, {})
    const { db } = await deps()
    await db.transaction().execute(async (tx) => {
      // past the database's own guard, as its owner could
      await sql`alter table answer_log disable trigger answer_log_append_only`.execute(tx)
      await sql`update answer_log set answers = '{}' where attempt_id = ${sitting.attemptId} and seq = 1`.execute(
        tx,
      )
      await sql`alter table answer_log enable trigger answer_log_append_only`.execute(tx)
    })
    expect(await answerLog(sitting.attemptId, exam.token)).toMatchObject({
      data: { intact: false },
    })
  })

  it('ends a forgotten sitting first', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    await passTime(31 * 60)
    expect(await answerLog(sitting.attemptId, exam.token)).toMatchObject({
      data: { submittedBy: 'DEADLINE', entries: [], intact: true },
    })
  })
})

describe('both', () => {
  it('are the student’s own, need sign-in and a number of a sitting', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
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
