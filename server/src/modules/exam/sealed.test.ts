import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  decided,
  earned,
  info,
  makeExam,
  told as messagesOf,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  type TestExam,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { call, deps, must, passTime, passTimeTo } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Settings } from '../../platform/settings.ts'
import { verifyChains } from '../hours/service.ts'
import { submitSealed } from './service/sealed.ts'
import { submitAbandoned } from './service.ts'

const seal = (
  { token }: TestExam,
  sealed: {
    attemptId: string
    seq: number
    answers: Answers
    beacon: string
    page?: string
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

/** As the audit log has it. */
async function silentSeconds(attemptId: string) {
  const { db } = await deps()
  const told = await db
    .selectFrom('auditLog')
    .select('detail')
    .where('subject', '=', attemptId)
    .where('action', '=', 'exam.sealedTaken')
    .executeTakeFirstOrThrow()
  return (told.detail as { silentSeconds: number }).silentSeconds
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

  it('take the hours of the server’s pass back where they fail; the course is credited once, by the pass that comes', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { attemptId } = sitting
    const { beacon } = (await save(exam.token, attemptId, 1, rightAnswers(sitting))).data
    await passTime(1860)
    await submitAbandoned(await deps())
    expect(await earned(exam)).toBe(60)
    const changed = { attemptId, seq: 2, answers: wrongAnswers(sitting), beacon }
    expect(await seal(exam, { ...changed, sealedAfterMs: 1_790_000 })).toMatchObject({
      data: { passed: false, score: 0, submittedBy: 'SEALED' },
    })
    expect(await earned(exam)).toBe(0)
    expect(await info(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 2 })
    const { db } = await deps()
    const told = await db.selectFrom('auditLog').select('detail').where('subject', '=', attemptId)
    expect(await told.execute()).toMatchObject([{ detail: { score: 0, hoursReversed: true } }])
    expect(await messagesOf(exam)).toEqual([
      expect.stringMatching(
        /^考试成绩已更改：.*第 1 次考试以断网封存的答案为准，成绩未合格，据此计入的学时已冲销。$/,
      ),
    ])
    const again = await sit(exam)
    await submit(exam.token, again.attemptId, 1, rightAnswers(again))
    expect(await earned(exam)).toBe(60)
    const { breaks } = await verifyChains(db)
    expect(breaks.filter((line) => line.includes(exam.sign.student.id))).toEqual([])
  })

  it('that stand already change nothing: the result is the server’s, and another device’s are still taken', async () => {
    const { exam, sitting, sealed } = await offlineAtBell(60)
    await submitAbandoned(await deps())
    for (const answers of [{}, wrongAnswers(sitting, 1)])
      expect(await seal(exam, { ...sealed, answers })).toMatchObject({
        code: 1,
        data: { passed: false, submittedBy: 'DEADLINE' },
      })
    expect(await info(exam)).toMatchObject({
      attempts: [{ submittedBy: 'DEADLINE' }],
    })
    expect(await seal(exam, sealed)).toMatchObject({
      data: { passed: true, submittedBy: 'SEALED' },
    })
  })

  it('spend the round where the server had passed its last attempt', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const sitting = await sit(exam)
    const { attemptId } = sitting
    const { beacon } = (await save(exam.token, attemptId, 1, rightAnswers(sitting))).data
    await passTime(1860)
    await submitAbandoned(await deps())
    expect(await info(exam)).toMatchObject({ state: 'PASSED' })
    const changed = { attemptId, seq: 2, answers: wrongAnswers(sitting), beacon }
    await seal(exam, { ...changed, sealedAfterMs: 1_790_000 })
    expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED' })
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

  it('are proven by the last beacon that their page got, though it was heard later; by none from before another page was', async () => {
    for (const { last, taken } of [
      { last: 'same', taken: true },
      { last: 'other', taken: false },
      // a page of before does not say which it is
      { last: 'none', taken: false },
    ]) {
      const exam = await makeExam()
      const sitting = await sit(exam)
      const { attemptId } = sitting
      const [same, other] = [randomUUID(), randomUUID()]
      const beat = async (page?: string) =>
        must('POST /exam/v1/heartbeat', { attemptId, page }, exam.token)
      await beat(other)
      await passTime(60)
      const { beacon } = await beat(same)
      // cut off; one request each got through, and its answer did not
      await passTime(240)
      await beat(last === 'same' ? same : last === 'other' ? other : undefined)
      const first = { attemptId, seq: 1, answers: wrongAnswers(sitting, 1), page: same }
      if (taken) await must('POST /exam/v1/save_answer', first, exam.token)
      await passTime(1800)
      const sealed = { attemptId, answers: rightAnswers(sitting), beacon, sealedAfterMs: 1_700_000 }
      const seq = taken ? 2 : 1
      expect(await seal(exam, { ...sealed, seq, page: same })).toMatchObject(
        taken ? { data: { submittedBy: 'SEALED', score: 100 } } : { key: 'exam.sealedUnproven' },
      )
      // who has a look is told since when nothing is proven, though the page was heard later
      if (taken) expect(await silentSeconds(attemptId)).toBeCloseTo(2040, -1)
    }
  })

  it('are proven where another page was heard just before, and by no beacon older than that, by a save as by a sign of life', async () => {
    for (const { others, own } of [
      { others: 'beat', own: 'beat' },
      { others: 'save', own: 'beat' },
      { others: 'beat', own: 'save' },
    ]) {
      const exam = await makeExam()
      const sitting = await sit(exam)
      const { attemptId } = sitting
      const [same, other] = [randomUUID(), randomUUID()]
      let seq = 1
      const heard = (page: string, how = 'beat') => {
        if (how === 'beat') return must('POST /exam/v1/heartbeat', { attemptId, page }, exam.token)
        const answers = wrongAnswers(sitting, 1)
        const saved = { attemptId, page, seq, answers }
        seq += 1
        return must('POST /exam/v1/save_answer', saved, exam.token)
      }
      const first = await heard(same)
      await passTime(60)
      await heard(other, others)
      await passTime(20)
      const second = await heard(same, own)
      await passTime(1800)
      const sealed = { attemptId, seq, answers: rightAnswers(sitting), page: same }
      const by = ({ beacon }: { beacon: string }) =>
        seal(exam, { ...sealed, beacon, sealedAfterMs: 1_700_000 })
      expect(await by(first)).toMatchObject({ key: 'exam.sealedUnproven' })
      expect(await by(second)).toMatchObject({ data: { submittedBy: 'SEALED' } })
    }
  })

  it('get no newer beacon from a save that is asked for once more when all is over', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { attemptId } = sitting
    const saved = { attemptId, page: randomUUID(), seq: 1, answers: wrongAnswers(sitting, 1) }
    const ask = () => must('POST /exam/v1/save_answer', saved, exam.token)
    const first = await ask()
    await passTime(60)
    await must('POST /exam/v1/heartbeat', { attemptId, page: randomUUID() }, exam.token)
    expect((await ask()).beacon).toBe(first.beacon)
    await passTime(1800)
    expect((await ask()).beacon).toBe(first.beacon)
  })

  it('prove nothing with another page’s older beacon, another’s, a made one, or a sealing after the bell', async () => {
    const exam = await makeExam()
    const other = await makeExam()
    const sitting = await sit(exam)
    const { attemptId } = sitting
    const foreign = (await sit(other)).beacon
    const older = sitting.beacon
    await passTime(60)
    const heard = { attemptId, page: randomUUID() }
    const { beacon } = await must('POST /exam/v1/heartbeat', heard, exam.token)
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

  it('are an ordinary submission in the moment after the bell', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { attemptId, beacon, deadline } = sitting
    const sealed = { attemptId, seq: 1, answers: rightAnswers(sitting), beacon, sealedAfterMs: 5 }
    await passTimeTo(deadline)
    expect(await seal(exam, sealed)).toMatchObject({ data: { submittedBy: 'STUDENT' } })
  })

  it('are taken as sealed where that moment ends while they are looked at', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { attemptId, beacon } = sitting
    await passTimeTo(sitting.deadline)
    await passTime(60)
    const all = await deps()
    // the first look finds the attempt running still
    const looks = [600]
    const settings = {
      get: async (key: keyof Settings) => looks.pop() ?? all.settings.get(key),
      all: () => all.settings.all(),
    } as Deps['settings']
    const actor = { studentId: exam.sign.student.id, tokenHash: '' }
    const sealed = { attemptId, seq: 1, answers: rightAnswers(sitting), beacon }
    expect(
      await submitSealed({ ...all, settings }, actor, { ...sealed, sealedAfterMs: 1_700_000 }),
    ).toMatchObject({ submittedBy: 'SEALED', score: 100 })
  })

  it('are not taken while the bell lies ahead, which time that was added may have moved: the attempt goes on', async () => {
    const exam = await makeExam()
    const sitting = await sit(exam)
    const { attemptId, beacon } = sitting
    const sealed = { attemptId, seq: 1, answers: rightAnswers(sitting), beacon, sealedAfterMs: 5 }
    await decided(attemptId, 'EXTEND', 600)
    await passTimeTo(sitting.deadline)
    await passTime(60)
    const deadline = new Date(Date.parse(sitting.deadline) + 600_000).toISOString()
    const moved = { key: 'exam.deadlineMoved', data: { deadline, serverNow: expect.any(String) } }
    expect(await seal(exam, sealed)).toMatchObject(moved)
    // nor what a page's clock hands in, at the bell it knows of
    const byClock = { attemptId, seq: 1, answers: {}, bell: sitting.deadline }
    expect(await call('POST /exam/v1/submit_exam', byClock, exam.token)).toMatchObject(moved)
    expect(await save(exam.token, attemptId, 1, {})).toMatchObject({ code: 1, data: { deadline } })
    // nor what a clock that is fast hands in at the bell that holds, before it; the clock's is taken after it
    const own = { ...byClock, seq: 2, bell: deadline }
    expect(await call('POST /exam/v1/submit_exam', own, exam.token)).toMatchObject(moved)
    await passTimeTo(deadline)
    const handedIn = await call('POST /exam/v1/submit_exam', own, exam.token)
    expect(handedIn).toMatchObject({ code: 1, data: { submittedBy: 'STUDENT' } })
    expect(
      await call('POST /exam/v1/submit_exam', { ...own, bell: '昨天' }, exam.token),
    ).toMatchObject({
      key: 'common.invalid',
    })
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
