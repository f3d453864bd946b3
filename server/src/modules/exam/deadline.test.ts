import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  callSaveAnswer,
  callStartExam,
  callSubmitExam,
  examSummaryOf,
  failTestAttempt,
  getExamInfo,
  makeExam,
  makeExamPlan,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  wrongAnswersOf,
} from '../../../test/factories/exam.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { waitForLockWaiters } from '../../../test/waiters.ts'
import { deps, passTime, passTimeTo } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { lockLedger } from '../credits/hours/service.ts'
import { answerContentHash as hashOf } from './receipt.ts'
import { submitOverdueAttempts } from './service/finish.ts'
import { submitAnswers } from './service/hand-in.ts'
import { endOverdueAttemptsOf } from './service/summaries.ts'

describe('the deadline', () => {
  it('accepts answers for a short grace period after the deadline, then submits the saved ones', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await startTestAttempt(exam)
    await callSaveAnswer(token, sitting.attemptId, 1, rightAnswersOf(sitting, 14))
    await passTimeTo(sitting.deadline)
    expect(await callSaveAnswer(token, sitting.attemptId, 2, {})).toMatchObject({ code: 1 })
    await passTime(4)
    const late = await callSaveAnswer(token, sitting.attemptId, 3, wrongAnswersOf(sitting))
    const result = { score: 70, passed: true, submittedBy: 'DEADLINE' }
    expect(late).toMatchObject({ status: 200, key: 'exam.deadlinePassed', data: { result } })
    for (const answers of [{}, wrongAnswersOf(sitting)])
      expect(await callSubmitExam(token, sitting.attemptId, 3, answers)).toMatchObject({
        key: 'exam.deadlinePassed',
        data: { result },
      })
    expect(await getExamInfo(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ submittedBy: 'DEADLINE', submittedAt: sitting.deadline }],
    })
    expect(await professionalTenthsOf(exam)).toBe(60)
  })

  it('a submission or a page view after the deadline ends the attempt', async () => {
    const plan = await makeExamPlan()
    const exams = await Promise.all([1, 2, 3].map(() => makeExam({ plan })))
    const [bySubmit, byInfo, byList] = exams
    if (!bySubmit || !byInfo || !byList) throw new Error('no exams')
    const { attemptId } = await startTestAttempt(bySubmit)
    await Promise.all([startTestAttempt(byInfo), startTestAttempt(byList)])
    await passTime(1810)
    expect(await callSubmitExam(bySubmit.token, attemptId, 1, {})).toMatchObject({
      key: 'exam.deadlinePassed',
      data: { result: { score: 0, wrong: 20 } },
    })
    expect(await getExamInfo(byInfo)).toMatchObject({ state: 'FAILED', runningAttemptId: null })
    await endOverdueAttemptsOf(await deps(), byList.sign.student.id)
    expect(await examSummaryOf(byList)).toEqual({ state: 'FAILED', bestScore: 0 })
  })

  it('resuming an expired attempt shows its result, and only another start begins a new attempt', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    const late = await heldThrough(attemptId, 1810, () => callStartExam(exam))
    expect(late).toMatchObject({ key: 'exam.deadlinePassed', data: { result: { score: 0 } } })
    const next = await callStartExam(exam)
    expect(next).toMatchObject({ code: 1, data: { savedSeq: 0 } })
    expect(next.data.attemptId).not.toBe(attemptId)
  })

  it('an attempt passed after a refund credits no hours', async () => {
    const { db } = await deps()
    for (const by of ['STUDENT', 'DEADLINE']) {
      const exam = await makeExam()
      const sitting = await startTestAttempt(exam)
      await callSaveAnswer(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
      // The attempt starts at the moment of the refund, so neither transaction sees the other.
      await sql`update sign set refunded_at = app_now() where id = ${exam.sign.signId}`.execute(db)
      if (by === 'STUDENT') await callSubmitExam(exam.token, sitting.attemptId, 2, {})
      else {
        await passTimeTo(sitting.deadline)
        await passTime(4)
        await endOverdueAttemptsOf(await deps(), exam.sign.student.id)
      }
      const ended = await db
        .selectFrom('attempt')
        .select(['passed', 'submittedBy'])
        .where('id', '=', sitting.attemptId)
        .executeTakeFirst()
      expect(ended).toEqual({ passed: true, submittedBy: by })
      expect(await professionalTenthsOf(exam)).toBe(0)
    }
  })

  it('concurrent runs of the deadline job submit each abandoned attempt once', async () => {
    const plan = await makeExamPlan()
    const exams = await Promise.all([1, 2, 3].map(() => makeExam({ plan })))
    for (const exam of exams) {
      const sitting = await startTestAttempt(exam)
      await callSaveAnswer(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
    }
    const running = await deps()
    await passTime(1810)
    const fresh = await makeExam()
    await startTestAttempt(fresh)
    await Promise.all([1, 2, 3].map(() => submitOverdueAttempts(running)))
    expect(await submitOverdueAttempts(running)).toBe(0)
    for (const exam of exams) {
      expect(await examSummaryOf(exam)).toEqual({ state: 'PASSED', bestScore: 100 })
      expect(await professionalTenthsOf(exam)).toBe(60)
    }
    expect(await examSummaryOf(fresh)).toMatchObject({ state: 'RUNNING' })
  })
})

it('the deadline job skips attempts with a locked ledger and submits the others', async () => {
  const world = await deps()
  const plan = await makeExamPlan()
  const exams = await Promise.all([1, 2, 3].map(() => makeExam({ plan })))
  const [one, two, third] = await Promise.all(
    exams.map(async (exam) => {
      const { attemptId, ...sitting } = await startTestAttempt(exam)
      const answers = rightAnswersOf({ attemptId, ...sitting })
      const contentHash = hashOf('SUBMIT', 1, answers)
      const given = { attemptId, seq: 1, answers, contentHash, byClock: false }
      return { ...given, studentId: exam.sign.student.id }
    }),
  )
  if (!one || !two || !third) throw new Error('three sit')
  const passes: Promise<unknown>[] = []
  await inTransaction(world.db, async (tx) => {
    for (const { studentId } of [one, two]) await lockLedger(tx, studentId)
    for (const given of [one, two]) {
      passes.push(submitAnswers(world, given))
      await waitForLockWaiters(passes.length)
    }
    expect(await submitAnswers(world, third)).toMatchObject({ passed: true })
  })
  for (const pass of passes) expect(await pass).toMatchObject({ passed: true })
})

/** Lets the deadline pass while the attempt is locked, until `work` waits for the lock. */
async function heldThrough<Result>(attemptId: string, seconds: number, work: () => Promise<Result>): Promise<Result> {
  const { pool } = await deps()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from attempt where id = $1 for update', [attemptId])
    await passTime(seconds)
    const result = work()
    await waitForLockWaiters(1)
    await client.query('commit')
    return await result
  } finally {
    client.release()
  }
}

describe('exam rounds', () => {
  it('a round closes after the last failure and reopens with three attempts after re-study', async () => {
    const exam = await makeExam()
    expect(await failTestAttempt(exam)).toMatchObject({ attemptsLeft: 2 })
    expect(await failTestAttempt(exam)).toMatchObject({ attemptsLeft: 1 })
    expect(await failTestAttempt(exam)).toMatchObject({ attemptsLeft: 0, passed: false })
    expect(await getExamInfo(exam)).toMatchObject({
      state: 'EXHAUSTED',
      attemptsLeft: 0,
      lockedBecause: null,
    })
    expect(await examSummaryOf(exam)).toEqual({ state: 'EXHAUSTED', bestScore: 0 })
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.exhausted' })
    await finishStudy(exam.sign)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'READY', attemptsLeft: 3 })
    const sitting = await startTestAttempt(exam)
    const result = await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
    expect(result).toMatchObject({ data: { passed: true, attemptsLeft: 2 } })
    expect((await getExamInfo(exam)).attempts.map((attempt) => attempt.no)).toEqual([1, 2, 3, 1])
    expect(await professionalTenthsOf(exam)).toBe(60)
  })

  it('a voided pass is shown as VOID, and a new attempt or round is possible', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const sitting = await startTestAttempt(exam)
    await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
    const { db } = await deps()
    await sql`update attempt set voided_at = app_now(), void_reason = '非本人' where id = ${sitting.attemptId}`.execute(
      db,
    )
    expect(await getExamInfo(exam)).toMatchObject({ state: 'VOID', attempts: [{ voided: true }] })
    expect(await examSummaryOf(exam)).toEqual({ state: 'VOID', bestScore: null })
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.exhausted' })
    await finishStudy(exam.sign)
    expect(await startTestAttempt(exam)).toMatchObject({ savedSeq: 0 })
  })
})
