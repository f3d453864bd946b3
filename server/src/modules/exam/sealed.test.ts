import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  earned,
  info,
  makeExam,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  type TestExam,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { keepPulse } from './service/outage.ts'
import { submitAbandoned } from './service.ts'

const seal = (
  { token }: TestExam,
  sealed: {
    attemptId: string
    seq: number
    answers: Answers
    beacon: string
    sealedAfterMs: number
  },
) => call('POST /exam/v1/submit_sealed', sealed, token)

/** Sits, saves once, then the net is gone until so long after the bell. */
async function offlineAtBell(late: number) {
  const exam = await makeExam()
  const sitting = await sit(exam)
  const { attemptId } = sitting
  const { beacon } = (await save(exam.token, attemptId, 1, wrongAnswers(sitting, 1))).data
  const sealed = {
    ...{ attemptId, seq: 2, answers: rightAnswers(sitting), beacon },
    // up to the bell, a little before it
    sealedAfterMs: 1_790_000,
  }
  await passTime(1800 + late)
  return { exam, sitting, sealed }
}

describe('answers sealed at the bell', () => {
  it('take the place of what the server had submitted, flagged for a look', async () => {
    const { exam, sealed } = await offlineAtBell(60)
    await submitAbandoned(await deps())
    expect(await earned(exam)).toBe(0)
    const taken = await seal(exam, sealed)
    expect(taken).toMatchObject({
      code: 1,
      data: { passed: true, score: 100, submittedBy: 'SEALED' },
    })
    expect(await earned(exam)).toBe(60)
    // the same again, and by the ordinary door
    expect(await seal(exam, sealed)).toEqual(taken)
    expect((await submit(exam.token, sealed.attemptId, 2, sealed.answers)).data).toEqual(taken.data)
    expect(await seal(exam, { ...sealed, answers: {} })).toMatchObject({ key: 'exam.submitted' })
    expect(await info(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ review: true, submittedBy: 'SEALED', receipt: taken.data.receipt }],
    })
    // and pictures that come now take nothing back
    for (const no of [1, 2, 3]) {
      const { id: fileId } = await uploadedFile(exam.sign.student, 'CAPTURE')
      await call(
        'POST /exam/v1/exam_capture',
        { attemptId: sealed.attemptId, no, fileId },
        exam.token,
      )
    }
    expect(await info(exam)).toMatchObject({ attempts: [{ review: true }] })
    const log = await must('GET /exam/v1/answer_log', { attemptId: sealed.attemptId }, exam.token)
    expect(log).toMatchObject({ intact: true, entries: [{ seq: 1 }, { seq: 2, kind: 'SUBMIT' }] })
    const { db } = await deps()
    const told = await db
      .selectFrom('auditLog')
      .select('detail')
      .where('subject', '=', sealed.attemptId)
      .execute()
    expect(told).toMatchObject([{ detail: { seq: 2, score: 100 } }])
  })

  it('come too late after a quarter of an hour, or when the next attempt has begun', async () => {
    const late = await offlineAtBell(905)
    expect(await seal(late.exam, late.sealed)).toMatchObject({ key: 'exam.sealedLate' })
    const next = await offlineAtBell(60)
    await start(next.exam)
    expect(await start(next.exam)).toMatchObject({ code: 1 })
    expect(await seal(next.exam, next.sealed)).toMatchObject({ key: 'exam.sealedLate' })
    expect(await earned(next.exam)).toBe(0)
  })

  it('prove nothing with an older beacon, another’s, a made one, or a sealing after the bell', async () => {
    const exam = await makeExam()
    const other = await makeExam()
    const sitting = await sit(exam)
    const { attemptId } = sitting
    const foreign = (await sit(other)).beacon
    const older = sitting.beacon
    await passTime(60)
    const { beacon } = await must('POST /exam/v1/heartbeat', { attemptId }, exam.token)
    const sealed = { attemptId, seq: 1, answers: rightAnswers(sitting), beacon, sealedAfterMs: 0 }
    await passTime(1800)
    for (const change of [
      { beacon: older },
      { beacon: foreign },
      { beacon: `${Date.now()}.${'0'.repeat(32)}` },
      { beacon: '' },
      { sealedAfterMs: 1_760_000 },
    ])
      expect(await seal(exam, { ...sealed, ...change })).toMatchObject({
        key: 'exam.sealedUnproven',
      })
    expect(await seal(exam, { ...sealed, seq: 3 })).toMatchObject({ key: 'exam.seqStale' })
    expect(await seal(exam, { ...sealed, answers: { [attemptId]: ['A'] } })).toMatchObject({
      key: 'exam.badAnswer',
    })
    expect(await seal({ ...exam, token: other.token }, sealed)).toMatchObject({
      key: 'exam.attemptNotFound',
    })
    expect(await seal(exam, { ...sealed, sealedAfterMs: -1 })).toMatchObject({
      key: 'common.invalid',
    })
    expect(await seal(exam, { ...sealed, sealedAfterMs: 1_700_000 })).toMatchObject({ code: 1 })
  })

  it('are an ordinary submission before the bell', async () => {
    const exam = await makeExam()
    const { attemptId, beacon, ...sitting } = await sit(exam)
    const answers = rightAnswers({ attemptId, beacon, ...sitting })
    const sealed = { attemptId, seq: 1, answers, beacon, sealedAfterMs: 5 }
    expect(await seal(exam, sealed)).toMatchObject({ data: { submittedBy: 'STUDENT' } })
  })
})

describe('heartbeat', () => {
  it('is for one’s own running attempt', async () => {
    const exam = await makeExam()
    const other = await makeExam()
    const { attemptId } = await sit(exam)
    expect(await call('POST /exam/v1/heartbeat', { attemptId }, other.token)).toMatchObject({
      key: 'exam.attemptNotFound',
    })
    expect(await call('POST /exam/v1/heartbeat', { attemptId: 'x' }, exam.token)).toMatchObject({
      key: 'common.invalid',
    })
    await submit(exam.token, attemptId, 1, {})
    expect(await call('POST /exam/v1/heartbeat', { attemptId }, exam.token)).toMatchObject({
      key: 'exam.submitted',
      data: { result: { score: 0 } },
    })
  })
})

describe('our own outage', () => {
  it('is credited back to whoever was sitting, once, and recorded', async () => {
    const all = await deps()
    const exam = await makeExam()
    const ended = await makeExam()
    const before = await sit(exam)
    const { attemptId } = await sit(ended)
    await submit(ended.token, attemptId, 1, {})
    await keepPulse(all)
    await sql`update exam_pulse set at = at - interval '200 seconds'`.execute(all.db)
    await sql`update attempt set started_at = started_at - interval '300 seconds'
      where id = ${before.attemptId}`.execute(all.db)
    await Promise.all([keepPulse(all), keepPulse(all), keepPulse(all)])
    const after = await must('GET /exam/v1/start', exam.exam, exam.token)
    const gained = (Date.parse(after.deadline) - Date.parse(before.deadline)) / 1000
    expect(gained).toBeGreaterThanOrEqual(200)
    expect(gained).toBeLessThan(215)
    const credits = await all.db
      .selectFrom('examTimeCredit')
      .select(['attemptId', 'seconds'])
      .where('attemptId', 'in', [before.attemptId, attemptId])
      .execute()
    expect(credits).toEqual([{ attemptId: before.attemptId, seconds: gained }])
    // a short silence is none
    await sql`update exam_pulse set at = at - interval '20 seconds'`.execute(all.db)
    await keepPulse(all)
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).deadline).toBe(after.deadline)
    await sql`delete from exam_pulse`.execute(all.db)
  })

  it('brings captures with the time it gives back, none before a page can have heard of it', async () => {
    const all = await deps()
    const rules = { randomCaptures: 3 }
    const [running, rung, byHand] = await Promise.all([1, 2, 3].map(() => makeExam({ rules })))
    if (!running || !rung || !byHand) throw new Error('no exams')
    const { attemptId } = await sit(running)
    const { attemptId: rungId } = await sit(rung)
    const { attemptId: byHandId } = await sit(byHand, 'MANUAL')
    await keepPulse(all)
    await inTransaction(all.db, async (tx) => {
      await earlier(tx, [attemptId, byHandId], 1300)
      // its bell rang five minutes ago, fifteen minutes after we fell silent
      await earlier(tx, [rungId], 2100)
      await sql`update exam_pulse set at = at - interval '1200 seconds'`.execute(tx)
    })
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
    await sql`delete from exam_pulse`.execute(all.db)
  })
})

/** As if these sittings had begun so much earlier. */
async function earlier(tx: Tx, attemptIds: string[], seconds: number): Promise<void> {
  await sql`
    update attempt set started_at = started_at - interval '1 second' * ${seconds},
      deadline = deadline - interval '1 second' * ${seconds}
    where id = any(${attemptIds}::uuid[])`.execute(tx)
}
