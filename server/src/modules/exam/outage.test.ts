import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import {
  callSaveAnswer,
  callStartExam,
  callSubmitExam,
  getExamInfo,
  makeAbandonedAttempt,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { listMessagesTo } from '../../../test/told/messages.ts'
import { call, deps, must, passTime, waitForBlockedTransaction } from '../../../test/world.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { recordPortalPulse } from './service/added-time.ts'
import { submitOverdueAttempts } from './service/finish.ts'
import { creditOutageQuery } from './store/heartbeats.ts'

describe('an outage of the portal', () => {
  it('credits the outage once to each running attempt and audits it', async () => {
    const all = await deps()
    const exam = await makeExam()
    const ended = await makeExam()
    const before = await startTestAttempt(exam)
    const { attemptId } = await startTestAttempt(ended)
    await callSubmitExam(ended.token, attemptId, 1, {})
    await silence(200, { [before.attemptId]: 300 })
    await Promise.all([recordPortalPulse(all), recordPortalPulse(all), recordPortalPulse(all)])
    const after = await must('GET /exam/v1/start', exam.exam, exam.token)
    const gained = (Date.parse(after.deadline) - Date.parse(before.deadline)) / 1000 + 300
    expect(gained).toBeGreaterThanOrEqual(200)
    expect(gained).toBeLessThan(215)
    const credits = await all.db
      .selectFrom('examTimeCredit')
      .select(['attemptId', 'seconds'])
      .where('attemptId', 'in', [before.attemptId, attemptId])
      .execute()
    expect(credits).toEqual([{ attemptId: before.attemptId, seconds: gained }])
    expect((await listAuditRowsOf(before.attemptId)).at(-1)).toMatchObject({
      actor: 'system',
      action: 'exam.timeCredited',
      detail: { seconds: gained },
    })
    const told = (await listMessagesTo(exam)).filter(({ title }) => title === '考试已补时')
    expect(told).toMatchObject([{ kind: 'COURSE', link: `/exam/${exam.exam.signId}/${exam.exam.id}` }])
    await sql`update exam_pulse set at = at - interval '20 seconds'`.execute(all.db)
    await recordPortalPulse(all)
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).deadline).toBe(after.deadline)
  })

  it('time given back after an outage adds captures, but none is due before the page can learn of it', async () => {
    const all = await deps()
    const rules = { randomCaptures: 3 }
    const [running, rung, byHand] = await Promise.all([1, 2, 3].map(() => makeExam({ rules })))
    if (!running || !rung || !byHand) throw new Error('no exams')
    const { attemptId } = await startTestAttempt(running)
    const { attemptId: rungId } = await startTestAttempt(rung)
    const { attemptId: byHandId } = await startTestAttempt(byHand, 'MANUAL')
    // One deadline passed five minutes ago, fifteen minutes after the outage began.
    await silence(1200, { [attemptId]: 1300, [byHandId]: 1300, [rungId]: 2100 })
    await recordPortalPulse(all)
    const added = async ({ token }: TestExam, id: string) => {
      const heard = await must('POST /exam/v1/heartbeat', { attemptId: id }, token)
      const bell = Date.parse(heard.deadline) - Date.parse(heard.serverNow)
      return {
        bell: bell / 1000,
        further: heard.captures
          .filter(({ no }) => no > 4)
          .map(({ dueAt }) => (Date.parse(dueAt) - Date.parse(heard.deadline)) / 1000),
      }
    }
    const whole = await added(running, attemptId)
    // Two captures in 20 minutes are the rate of three in 30 minutes, all after the old deadline.
    expect(whole.further).toHaveLength(2)
    for (const due of whole.further) {
      expect(due).toBeGreaterThan(-1215)
      expect(due).toBeLessThan(0)
    }
    const rest = await added(rung, rungId)
    expect(rest.further).toHaveLength(1)
    for (const due of rest.further) {
      expect(due + rest.bell).toBeGreaterThan(45)
      expect(due).toBeLessThan(0)
    }
    expect((await added(byHand, byHandId)).further).toEqual([])
  })

  it('an attempt started after the last sign of life of the portal gets the lost time back', async () => {
    const exam = await makeExam()
    const { attemptId, deadline } = await startTestAttempt(exam)
    await silence(200, { [attemptId]: 195 })
    await recordPortalPulse(await deps())
    const after = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    const gained = (Date.parse(after.deadline) - Date.parse(deadline)) / 1000 + 195
    expect(gained).toBeGreaterThanOrEqual(195)
    expect(gained).toBeLessThan(200)
  })

  it('a pulse that was under way during an outage does not hide the outage', async () => {
    const all = await deps()
    const exam = await makeExam()
    const { attemptId, deadline } = await startTestAttempt(exam)
    let pulse: Promise<void> = Promise.resolve()
    await inTransaction(all.db, async (tx) => {
      await silence(200, { [attemptId]: 300 }, tx)
      pulse = recordPortalPulse(all)
      await waitForBlockedTransaction(tx)
    })
    await pulse
    await recordPortalPulse(all)
    const after = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    expect((Date.parse(after.deadline) - Date.parse(deadline)) / 1000 + 300).toBeGreaterThanOrEqual(200)
  })

  it('an outage in the grace period of offline submissions does not move the deadline', async () => {
    const all = await deps()
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const sitting = await startTestAttempt(exam)
    const { attemptId, deadline } = sitting
    const { beacon } = (await callSaveAnswer(exam.token, attemptId, 1, {})).data
    const answers = rightAnswersOf(sitting)
    const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
    const long = await makeExam()
    await startTestAttempt(long)
    await passTime(1920)
    await submitOverdueAttempts(all)
    // An outage of 20 minutes starts two minutes after the deadline, one of 10 minutes 23 minutes later.
    for (const [away, alive] of [
      [1200, 100],
      [600, 600],
    ] as const) {
      await passTime(away)
      await silence(away, {})
      await Promise.all([recordPortalPulse(all), recordPortalPulse(all)])
      await passTime(alive)
    }
    // The right answers stay hidden for 15 minutes plus the 30 minutes of outage.
    expect(await call('GET /exam/v1/review', { attemptId }, exam.token)).toMatchObject({
      key: 'exam.reviewHeld',
      msg: expect.stringMatching(/截止 4[56] 分钟/),
    })
    const { attempts } = await getExamInfo(exam)
    expect(attempts).toMatchObject([{ attemptId, submittedAt: deadline, submittedBy: 'DEADLINE' }])
    const told = (await listAuditRowsOf(attemptId)).map(({ action, detail }) => ({ action, detail }))
    expect(told).toEqual(
      [1200, 600].map((seconds) => ({
        action: 'exam.sealedTimeCredited',
        detail: { seconds: expect.closeTo(seconds, -2) },
      })),
    )
    expect(await call('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
      data: { passed: true, submittedBy: 'SEALED' },
    })
    await passTime(120)
    const [late] = (await getExamInfo(long)).attempts
    const tooLate = { ...sealed, attemptId: late?.attemptId ?? '' }
    expect(await call('POST /exam/v1/submit_sealed', tooLate, long.token)).toMatchObject({
      key: 'exam.sealedLate',
    })
    await passTime(200)
    await silence(200, {})
    await recordPortalPulse(all)
    expect(await listAuditRowsOf(tooLate.attemptId)).toHaveLength(2)
  })

  it('credits an outage before it checks the offline submission that is the first call after the outage', async () => {
    const exam = await makeExam()
    const sitting = await makeAbandonedAttempt(exam)
    const { attemptId, beacon } = sitting
    await passTime(1200)
    await silence(1200, {})
    const answers = rightAnswersOf(sitting)
    const sealed = { attemptId, seq: 1, answers, beacon, sealedAfterMs: 1_790_000 }
    expect(await call('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
      data: { submittedBy: 'SEALED' },
    })
  })

  it('the outage query uses indexes instead of all attempts', async () => {
    const { db } = await deps()
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain ${creditOutageQuery(45, 900)}`.execute(tx)
    })
    const words = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    // On an almost empty table either index of the first pair costs the same.
    const running = '(attempt_deadline|attempt_one_standing)'
    for (const index of [running, 'attempt_ended_by_bell', 'exam_time_credit_at'])
      expect(words).toMatch(new RegExp(`using ${index}|Scan on ${index}`))
    expect(words).not.toContain('Seq Scan on attempt')
  })

  it('every server process records that it is alive, even a process without jobs', async () => {
    const { pool } = await deps()
    const { rows } = await pool.query(`select at > clock_timestamp() - interval '40 seconds' as alive from exam_pulse`)
    expect(rows).toEqual([{ alive: true }])
  })
})

describe('the first request after an outage in which the deadline passed', () => {
  const rung = async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    await silence(600, { [sitting.attemptId]: 1900 })
    return { exam, sitting, token: exam.token, attemptId: sitting.attemptId }
  }
  const expectRunning = async ({ exam, attemptId }: Awaited<ReturnType<typeof rung>>) => {
    const { state, runningAttemptId, serverNow } = await getExamInfo(exam)
    expect({ state, runningAttemptId }).toEqual({ state: 'RUNNING', runningAttemptId: attemptId })
    const { deadline } = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    const left = (Date.parse(deadline) - Date.parse(serverNow)) / 1000
    expect(left).toBeGreaterThan(450)
    expect(left).toBeLessThan(510)
  }

  it('the first save after an outage stores the answer', async () => {
    const one = await rung()
    const saved = await callSaveAnswer(one.token, one.attemptId, 1, rightAnswersOf(one.sitting))
    expect(saved).toMatchObject({ code: 1, data: { savedSeq: 1 } })
    await expectRunning(one)
  })

  it('the first start after an outage resumes the attempt', async () => {
    const one = await rung()
    expect(await callStartExam(one.exam)).toMatchObject({ code: 1, data: { attemptId: one.attemptId } })
    await expectRunning(one)
  })

  it('right after an outage an offline submission and an automatic submission of the page are refused', async () => {
    const moved = { key: 'exam.deadlineMoved', data: { deadline: expect.any(String) } }
    const [one, two] = [await rung(), await rung()]
    const { attemptId } = one
    const answers = rightAnswersOf(one.sitting)
    const sealed = { attemptId, seq: 1, answers, beacon: one.sitting.beacon, sealedAfterMs: 1 }
    expect(await call('POST /exam/v1/submit_sealed', sealed, one.token)).toMatchObject(moved)
    const bell = new Date(Date.parse(two.sitting.deadline) - 1_900_000).toISOString()
    const byClock = { attemptId: two.attemptId, seq: 1, answers: {}, bell }
    expect(await call('POST /exam/v1/submit_exam', byClock, two.token)).toMatchObject(moved)
    expect(await getExamInfo(two.exam)).toMatchObject({ state: 'RUNNING' })
  })

  it('the first submission by a person after an outage is accepted', async () => {
    const { token, attemptId } = await rung()
    const handedIn = await callSubmitExam(token, attemptId, 1, {})
    expect(handedIn).toMatchObject({ code: 1, data: { submittedBy: 'STUDENT' } })
  })

  it('the first heartbeat after an outage finds the attempt running', async () => {
    await expectRunning(await rung())
  })
})

/** Simulates an outage; `begun` holds the age of attempts in seconds, by id. */
async function silence(seconds: number, begun: Record<string, number>, within?: Tx): Promise<void> {
  const simulate = async (tx: Tx) => {
    for (const [attemptId, earlier] of Object.entries(begun))
      await sql`
        update attempt set started_at = started_at - interval '1 second' * ${earlier},
          deadline = deadline - interval '1 second' * ${earlier}
        where id = ${attemptId}`.execute(tx)
    await sql`update exam_pulse set at = clock_timestamp() - interval '1 second' * ${seconds}`.execute(tx)
  }
  return within ? simulate(within) : inTransaction((await deps()).db, simulate)
}
