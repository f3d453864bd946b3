import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import {
  info,
  makeExam,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { messagesTo } from '../../../test/told/messages.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { keepPulse } from './service/outage.ts'
import { submitAbandoned } from './service.ts'
import { silenceQuery } from './store/outage.ts'

describe('our own outage', () => {
  it('is credited back to whoever was sitting, once, and recorded', async () => {
    const all = await deps()
    const exam = await makeExam()
    const ended = await makeExam()
    const before = await sit(exam)
    const { attemptId } = await sit(ended)
    await submit(ended.token, attemptId, 1, {})
    await silence(200, { [before.attemptId]: 300 })
    await Promise.all([keepPulse(all), keepPulse(all), keepPulse(all)])
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
    expect((await auditOf(before.attemptId)).at(-1)).toMatchObject({
      actor: 'system',
      action: 'exam.timeCredited',
      detail: { seconds: gained },
    })
    const told = (await messagesTo(exam)).filter(({ title }) => title === '考试已补时')
    expect(told).toMatchObject([
      { kind: 'COURSE', link: `/exam/${exam.exam.signId}/${exam.exam.id}` },
    ])
    // a short silence is none
    await sql`update exam_pulse set at = at - interval '20 seconds'`.execute(all.db)
    await keepPulse(all)
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).deadline).toBe(after.deadline)
  })

  it('brings captures with the time it gives back, none before a page can have heard of it', async () => {
    const all = await deps()
    const rules = { randomCaptures: 3 }
    const [running, rung, byHand] = await Promise.all([1, 2, 3].map(() => makeExam({ rules })))
    if (!running || !rung || !byHand) throw new Error('no exams')
    const { attemptId } = await sit(running)
    const { attemptId: rungId } = await sit(rung)
    const { attemptId: byHandId } = await sit(byHand, 'MANUAL')
    // one bell rang five minutes ago, fifteen minutes after we fell silent
    await silence(1200, { [attemptId]: 1300, [byHandId]: 1300, [rungId]: 2100 })
    await keepPulse(all)
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
    // three in half an hour: two in twenty minutes, all of them after the old bell
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

  it('gives one that was begun after our last sign of life what it lost', async () => {
    const exam = await makeExam()
    const { attemptId, deadline } = await sit(exam)
    await silence(200, { [attemptId]: 195 })
    await keepPulse(await deps())
    const after = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    const gained = (Date.parse(after.deadline) - Date.parse(deadline)) / 1000 + 195
    expect(gained).toBeGreaterThanOrEqual(195)
    expect(gained).toBeLessThan(200)
  })

  it('in the quarter of an hour for sealed answers is not counted, and moves no bell', async () => {
    const all = await deps()
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const sitting = await sit(exam)
    const { attemptId, deadline } = sitting
    const { beacon } = (await save(exam.token, attemptId, 1, {})).data
    const answers = rightAnswers(sitting)
    const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
    const long = await makeExam()
    await sit(long)
    await passTime(1920)
    await submitAbandoned(all)
    // two minutes after the bell we fall silent for twenty minutes, and twenty-three after it for another ten
    for (const [away, alive] of [
      [1200, 100],
      [600, 600],
    ] as const) {
      await passTime(away)
      await silence(away, {})
      await Promise.all([keepPulse(all), keepPulse(all)])
      await passTime(alive)
    }
    // the right answers are kept as long, and until when is said: a quarter of an hour, and the half that we were away
    expect(await call('GET /exam/v1/review', { attemptId }, exam.token)).toMatchObject({
      key: 'exam.reviewHeld',
      msg: expect.stringMatching(/截止 4[56] 分钟/),
    })
    const { attempts } = await info(exam)
    expect(attempts).toMatchObject([{ attemptId, submittedAt: deadline, submittedBy: 'DEADLINE' }])
    const told = (await auditOf(attemptId)).map(({ action, detail }) => ({ action, detail }))
    expect(told).toEqual(
      [1200, 600].map((seconds) => ({
        action: 'exam.sealedTimeCredited',
        detail: { seconds: expect.closeTo(seconds, -2) },
      })),
    )
    expect(await call('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
      data: { passed: true, submittedBy: 'SEALED' },
    })
    // the rest of the quarter of an hour goes by
    await passTime(120)
    const [late] = (await info(long)).attempts
    const tooLate = { ...sealed, attemptId: late?.attemptId ?? '' }
    expect(await call('POST /exam/v1/submit_sealed', tooLate, long.token)).toMatchObject({
      key: 'exam.sealedLate',
    })
    // an outage after that gives nothing back
    await passTime(200)
    await silence(200, {})
    await keepPulse(all)
    expect(await auditOf(tooLate.attemptId)).toHaveLength(2)
  })

  it('that ends with the sealed answers themselves is credited before they are looked at', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { attemptId, beacon } = sitting
    await passTime(1860)
    await submitAbandoned(await deps())
    await passTime(1200)
    await silence(1200, {})
    const answers = rightAnswers(sitting)
    const sealed = { attemptId, seq: 1, answers, beacon, sealedAfterMs: 1_790_000 }
    expect(await call('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
      data: { submittedBy: 'SEALED' },
    })
  })

  it('is looked for by indexes, not in the attempts of all years', async () => {
    const { db } = await deps()
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain ${silenceQuery(45, 900)}`.execute(tx)
    })
    const words = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    // of a table that is all but empty either index of the first pair costs the same
    const running = '(attempt_deadline|attempt_one_standing)'
    for (const index of [running, 'attempt_ended_by_bell', 'exam_time_credit_at'])
      expect(words).toMatch(new RegExp(`using ${index}|Scan on ${index}`))
    expect(words).not.toContain('Seq Scan on attempt')
  })

  it('is told by every process that serves, one without jobs too', async () => {
    const { pool } = await deps()
    const { rows } = await pool.query(
      `select at > clock_timestamp() - interval '40 seconds' as alive from exam_pulse`,
    )
    expect(rows).toEqual([{ alive: true }])
  })
})

describe('the first request after an outage that the bell rang in', () => {
  const rung = async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    await silence(600, { [sitting.attemptId]: 1900 })
    return { exam, sitting, token: exam.token, attemptId: sitting.attemptId }
  }
  /** about 500 s are left of it, whoever gave them back */
  const expectRunning = async ({ exam, attemptId }: Awaited<ReturnType<typeof rung>>) => {
    const { state, runningAttemptId, serverNow } = await info(exam)
    expect({ state, runningAttemptId }).toEqual({ state: 'RUNNING', runningAttemptId: attemptId })
    const { deadline } = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    const left = (Date.parse(deadline) - Date.parse(serverNow)) / 1000
    expect(left).toBeGreaterThan(450)
    expect(left).toBeLessThan(510)
  }

  it('saves the answer', async () => {
    const one = await rung()
    const saved = await save(one.token, one.attemptId, 1, rightAnswers(one.sitting))
    expect(saved).toMatchObject({ code: 1, data: { savedSeq: 1 } })
    await expectRunning(one)
  })

  it('goes on with the attempt', async () => {
    const one = await rung()
    expect(await start(one.exam)).toMatchObject({ code: 1, data: { attemptId: one.attemptId } })
    await expectRunning(one)
  })

  it('takes neither sealed answers nor a hand-in by the clock', async () => {
    const moved = { key: 'exam.deadlineMoved', data: { deadline: expect.any(String) } }
    const [one, two] = [await rung(), await rung()]
    const { attemptId } = one
    const answers = rightAnswers(one.sitting)
    const sealed = { attemptId, seq: 1, answers, beacon: one.sitting.beacon, sealedAfterMs: 1 }
    expect(await call('POST /exam/v1/submit_sealed', sealed, one.token)).toMatchObject(moved)
    const bell = new Date(Date.parse(two.sitting.deadline) - 1_900_000).toISOString()
    const byClock = { attemptId: two.attemptId, seq: 1, answers: {}, bell }
    expect(await call('POST /exam/v1/submit_exam', byClock, two.token)).toMatchObject(moved)
    expect(await info(two.exam)).toMatchObject({ state: 'RUNNING' })
  })

  it('takes a hand-in by the person', async () => {
    const { token, attemptId } = await rung()
    const handedIn = await submit(token, attemptId, 1, {})
    expect(handedIn).toMatchObject({ code: 1, data: { submittedBy: 'STUDENT' } })
  })

  it('shows it running, and hears the page', async () => {
    await expectRunning(await rung())
  })
})

/** As if nobody of ours had lived for so many seconds; and these attempts, by id, had begun so many seconds ago. */
async function silence(seconds: number, begun: Record<string, number>): Promise<void> {
  const { db } = await deps()
  // at once: the servers give signs of life meanwhile
  await inTransaction(db, async (tx) => {
    for (const [attemptId, earlier] of Object.entries(begun))
      await sql`
        update attempt set started_at = started_at - interval '1 second' * ${earlier},
          deadline = deadline - interval '1 second' * ${earlier}
        where id = ${attemptId}`.execute(tx)
    await sql`update exam_pulse set at = clock_timestamp() - interval '1 second' * ${seconds}`.execute(
      tx,
    )
  })
}
