import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  earned,
  examPlan,
  fail,
  info,
  makeExam,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  summaryOf,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps, passTime, passTimeTo } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { lockLedger } from '../hours/service.ts'
import { contentHash as hashOf } from './receipt.ts'
import { handIn } from './service/hand-in.ts'
import { settleStudent, submitAbandoned } from './service.ts'

describe('the deadline', () => {
  it('takes answers on their way for a moment, then submits what was saved', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await sit(exam)
    await save(token, sitting.attemptId, 1, rightAnswers(sitting, 14))
    await passTimeTo(sitting.deadline)
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

  it('ends the attempt on a late submit and a late look alike', async () => {
    const plan = await examPlan()
    const exams = await Promise.all([1, 2, 3].map(() => makeExam({ plan })))
    const [bySubmit, byInfo, byList] = exams
    if (!bySubmit || !byInfo || !byList) throw new Error('no exams')
    const { attemptId } = await sit(bySubmit)
    await Promise.all([sit(byInfo), sit(byList)])
    await passTime(1810)
    expect(await submit(bySubmit.token, attemptId, 1, {})).toMatchObject({
      key: 'exam.deadlinePassed',
      data: { result: { score: 0, wrong: 20 } },
    })
    expect(await info(byInfo)).toMatchObject({ state: 'FAILED', runningAttemptId: null })
    await settleStudent(await deps(), byList.sign.student.id)
    expect(await summaryOf(byList)).toEqual({ state: 'FAILED', bestScore: 0 })
  })

  it('answers who meant to go on with the result, and begins anew only at the next click', async () => {
    const exam = await makeExam()
    const { attemptId } = await sit(exam)
    const late = await heldThrough(attemptId, 1810, () => start(exam))
    expect(late).toMatchObject({ key: 'exam.deadlinePassed', data: { result: { score: 0 } } })
    const next = await start(exam)
    expect(next).toMatchObject({ code: 1, data: { savedSeq: 0 } })
    expect(next.data.attemptId).not.toBe(attemptId)
  })

  it('gives no hours once the money has gone back, whoever hands in', async () => {
    const { db } = await deps()
    for (const by of ['STUDENT', 'DEADLINE']) {
      const exam = await makeExam()
      const sitting = await sit(exam)
      await save(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
      // begun in the moment in which the refund was granted: neither has seen the other
      await sql`update sign set refunded_at = app_now() where id = ${exam.sign.signId}`.execute(db)
      if (by === 'STUDENT') await submit(exam.token, sitting.attemptId, 2, {})
      else {
        await passTimeTo(sitting.deadline)
        await passTime(4)
        await settleStudent(await deps(), exam.sign.student.id)
      }
      const ended = await db
        .selectFrom('attempt')
        .select(['passed', 'submittedBy'])
        .where('id', '=', sitting.attemptId)
        .executeTakeFirst()
      expect(ended).toEqual({ passed: true, submittedBy: by })
      expect(await earned(exam)).toBe(0)
    }
  })

  it('has abandoned attempts submitted by the sweep, each once, however many sweep', async () => {
    const plan = await examPlan()
    const exams = await Promise.all([1, 2, 3].map(() => makeExam({ plan })))
    for (const exam of exams) {
      const sitting = await sit(exam)
      await save(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
    }
    const running = await deps()
    await passTime(1810)
    const fresh = await makeExam()
    await sit(fresh)
    // the servers sweep too: whoever was first, nothing is left and nothing was done twice
    await Promise.all([1, 2, 3].map(() => submitAbandoned(running)))
    expect(await submitAbandoned(running)).toBe(0)
    for (const exam of exams) {
      expect(await summaryOf(exam)).toEqual({ state: 'PASSED', bestScore: 100 })
      expect(await earned(exam)).toBe(60)
    }
    expect(await summaryOf(fresh)).toMatchObject({ state: 'RUNNING' })
  })
})

it('judges whoever hands in behind passes whose ledgers somebody holds, and does not wait for them', async () => {
  const world = await deps()
  const plan = await examPlan()
  const exams = await Promise.all([1, 2, 3].map(() => makeExam({ plan })))
  const [one, two, third] = await Promise.all(
    exams.map(async (exam) => {
      const { attemptId, ...sitting } = await sit(exam)
      const answers = rightAnswers({ attemptId, ...sitting })
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
      passes.push(handIn(world, given))
      await waiters(passes.length)
    }
    expect(await handIn(world, third)).toMatchObject({ passed: true })
  })
  for (const pass of passes) expect(await pass).toMatchObject({ passed: true })
})

/** Lets the time pass while every sweep must leave the attempt alone, until `work` is waiting for it. */
async function heldThrough<Result>(
  attemptId: string,
  seconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { pool } = await deps()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from attempt where id = $1 for update', [attemptId])
    await passTime(seconds)
    const result = work()
    await waiters(1)
    await client.query('commit')
    return await result
  } finally {
    client.release()
  }
}

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
