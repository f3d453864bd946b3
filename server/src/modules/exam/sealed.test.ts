import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  callSaveAnswer,
  callStartExam,
  callSubmitExam,
  decideTestAttempt,
  type ExamAnswers,
  getExamInfo,
  makeAbandonedAttempt,
  makeExam,
  listExamMessages as messagesOf,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
  wrongAnswersOf,
} from '../../../test/factories/exam.ts'
import { uploadStudentFile } from '../../../test/factories/file.ts'
import { runWholeCheck } from '../../../test/whole-check.ts'
import { call, deps, must, passTime, passTimeTo } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Settings } from '../../platform/settings.ts'
import { checkLedger } from '../credits/hours/service/verify.ts'
import { submitOverdueAttempts } from './service/finish.ts'
import { submitOffline } from './service/offline-submission.ts'

const seal = (
  { token }: TestExam,
  sealed: {
    attemptId: string
    seq: number
    answers: ExamAnswers
    beacon: string
    page?: string
    sealedAfterMs: number
  },
) => call('POST /exam/v1/submit_sealed', sealed, token)

/** Saves once and goes offline until `late` seconds after the deadline. */
async function offlineAtBell(late: number) {
  const exam = await makeExam()
  const sitting = await startTestAttempt(exam)
  const { attemptId } = sitting
  const { beacon } = (await callSaveAnswer(exam.token, attemptId, 1, wrongAnswersOf(sitting, 1))).data
  const sealed = {
    ...{ attemptId, seq: 2, answers: rightAnswersOf(sitting), beacon },
    sealedAfterMs: 1_790_000,
  }
  await passTime(1800 + late)
  return { exam, sitting, sealed }
}

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

describe('offline submissions', () => {
  it('an offline submission replaces the automatic submission and is flagged for review', async () => {
    const { exam, sealed } = await offlineAtBell(60)
    await submitOverdueAttempts(await deps())
    expect(await professionalTenthsOf(exam)).toBe(0)
    const taken = await seal(exam, sealed)
    expect(taken).toMatchObject({
      code: 1,
      data: { passed: true, score: 100, submittedBy: 'SEALED' },
    })
    expect(await professionalTenthsOf(exam)).toBe(60)
    expect(await seal(exam, sealed)).toEqual(taken)
    expect((await callSubmitExam(exam.token, sealed.attemptId, 2, sealed.answers)).data).toEqual(taken.data)
    expect(await seal(exam, { ...sealed, answers: {} })).toMatchObject({ key: 'exam.submitted' })
    expect(await getExamInfo(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ review: true, submittedBy: 'SEALED', receipt: taken.data.receipt }],
    })
    for (const no of [1, 2, 3]) {
      const { id: fileId } = await uploadStudentFile(exam.sign.student, 'CAPTURE')
      await call('POST /exam/v1/exam_capture', { attemptId: sealed.attemptId, no, fileId }, exam.token)
    }
    expect(await getExamInfo(exam)).toMatchObject({ attempts: [{ review: true }] })
    const log = await must('GET /exam/v1/answer_log', { attemptId: sealed.attemptId }, exam.token)
    expect(log).toMatchObject({ intact: true, entries: [{ seq: 1 }, { seq: 2, kind: 'SUBMIT' }] })
    const { db } = await deps()
    const told = await db.selectFrom('auditLog').select('detail').where('subject', '=', sealed.attemptId).execute()
    expect(told).toMatchObject([{ detail: { seq: 2, score: 100 } }])
  })

  it('a failing offline submission reverses the hours; a later pass credits them once', async () => {
    const exam = await makeExam()
    const sitting = await makeAbandonedAttempt(exam, rightAnswersOf)
    const { attemptId, beacon } = sitting
    expect(await professionalTenthsOf(exam)).toBe(60)
    const changed = { attemptId, seq: 2, answers: wrongAnswersOf(sitting), beacon }
    expect(await seal(exam, { ...changed, sealedAfterMs: 1_790_000 })).toMatchObject({
      data: { passed: false, score: 0, submittedBy: 'SEALED' },
    })
    expect(await professionalTenthsOf(exam)).toBe(0)
    expect(await getExamInfo(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 2 })
    const { db } = await deps()
    const told = await db.selectFrom('auditLog').select('detail').where('subject', '=', attemptId)
    expect(await told.execute()).toMatchObject([{ detail: { score: 0, hoursReversed: true } }])
    expect(await messagesOf(exam)).toEqual([
      expect.stringMatching(/^考试成绩已更改：.*第 1 次考试以断网封存的答案为准，成绩未合格，据此计入的学时已冲销。$/),
    ])
    const again = await startTestAttempt(exam)
    await callSubmitExam(exam.token, again.attemptId, 1, rightAnswersOf(again))
    expect(await professionalTenthsOf(exam)).toBe(60)
    const { faults: breaks } = await runWholeCheck(checkLedger, { db })
    expect(breaks.filter((line) => line.includes(exam.sign.student.id))).toEqual([])
  })

  it('an offline submission equal to the saved answers changes nothing; another device may still submit', async () => {
    const { exam, sitting, sealed } = await offlineAtBell(60)
    await submitOverdueAttempts(await deps())
    for (const answers of [{}, wrongAnswersOf(sitting, 1)])
      expect(await seal(exam, { ...sealed, answers })).toMatchObject({
        code: 1,
        data: { passed: false, submittedBy: 'DEADLINE' },
      })
    expect(await getExamInfo(exam)).toMatchObject({
      attempts: [{ submittedBy: 'DEADLINE' }],
    })
    expect(await seal(exam, sealed)).toMatchObject({
      data: { passed: true, submittedBy: 'SEALED' },
    })
  })

  it('an offline submission can use up the last attempt of the round', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    const sitting = await makeAbandonedAttempt(exam, rightAnswersOf)
    const { attemptId, beacon } = sitting
    expect(await getExamInfo(exam)).toMatchObject({ state: 'PASSED' })
    const changed = { attemptId, seq: 2, answers: wrongAnswersOf(sitting), beacon }
    await seal(exam, { ...changed, sealedAfterMs: 1_790_000 })
    expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED' })
  })

  it('refuses an offline submission after 15 minutes or after the next start', async () => {
    const late = await offlineAtBell(905)
    expect(await seal(late.exam, late.sealed)).toMatchObject({ key: 'exam.sealedLate' })
    const next = await offlineAtBell(60)
    await callStartExam(next.exam)
    expect(await callStartExam(next.exam)).toMatchObject({ code: 1 })
    expect(await seal(next.exam, next.sealed)).toMatchObject({ key: 'exam.sealedLate' })
    expect(await professionalTenthsOf(next.exam)).toBe(0)
  })

  it('the last beacon of a page proves its offline submission unless another page made a later request', async () => {
    for (const { last, taken } of [
      { last: 'same', taken: true },
      { last: 'other', taken: false },
      // An old page does not send its page id.
      { last: 'none', taken: false },
    ]) {
      const exam = await makeExam()
      const sitting = await startTestAttempt(exam)
      const { attemptId } = sitting
      const [same, other] = [randomUUID(), randomUUID()]
      const beat = async (page?: string) => must('POST /exam/v1/heartbeat', { attemptId, page }, exam.token)
      await beat(other)
      await passTime(60)
      const { beacon } = await beat(same)
      // The connection is lost after one request, whose response does not arrive.
      await passTime(240)
      await beat(last === 'same' ? same : last === 'other' ? other : undefined)
      const first = { attemptId, seq: 1, answers: wrongAnswersOf(sitting, 1), page: same }
      if (taken) await must('POST /exam/v1/save_answer', first, exam.token)
      await passTime(1800)
      const sealed = { attemptId, answers: rightAnswersOf(sitting), beacon, sealedAfterMs: 1_700_000 }
      const seq = taken ? 2 : 1
      expect(await seal(exam, { ...sealed, seq, page: same })).toMatchObject(
        taken ? { data: { submittedBy: 'SEALED', score: 100 } } : { key: 'exam.sealedUnproven' },
      )
      // Without proof the review shows how long the page was silent.
      if (taken) expect(await silentSeconds(attemptId)).toBeCloseTo(2040, -1)
    }
  })

  it('after another page was used, an offline submission needs a beacon received after that time', async () => {
    for (const { others, own } of [
      { others: 'beat', own: 'beat' },
      { others: 'save', own: 'beat' },
      { others: 'beat', own: 'save' },
    ]) {
      const exam = await makeExam()
      const sitting = await startTestAttempt(exam)
      const { attemptId } = sitting
      const [same, other] = [randomUUID(), randomUUID()]
      let seq = 1
      const heard = (page: string, how = 'beat') => {
        if (how === 'beat') return must('POST /exam/v1/heartbeat', { attemptId, page }, exam.token)
        const answers = wrongAnswersOf(sitting, 1)
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
      const sealed = { attemptId, seq, answers: rightAnswersOf(sitting), page: same }
      const by = ({ beacon }: { beacon: string }) => seal(exam, { ...sealed, beacon, sealedAfterMs: 1_700_000 })
      expect(await by(first)).toMatchObject({ key: 'exam.sealedUnproven' })
      expect(await by(second)).toMatchObject({ data: { submittedBy: 'SEALED' } })
    }
  })

  it('a repeated save returns the beacon of the first save, also after the deadline', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId } = sitting
    const saved = { attemptId, page: randomUUID(), seq: 1, answers: wrongAnswersOf(sitting, 1) }
    const ask = () => must('POST /exam/v1/save_answer', saved, exam.token)
    const first = await ask()
    await passTime(60)
    await must('POST /exam/v1/heartbeat', { attemptId, page: randomUUID() }, exam.token)
    expect((await ask()).beacon).toBe(first.beacon)
    await passTime(1800)
    expect((await ask()).beacon).toBe(first.beacon)
  })

  it('refuses beacons of other pages or attempts, forged ones and sealing after the deadline', async () => {
    const exam = await makeExam()
    const other = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId } = sitting
    const foreign = (await startTestAttempt(other)).beacon
    const older = sitting.beacon
    await passTime(60)
    const heard = { attemptId, page: randomUUID() }
    const { beacon } = await must('POST /exam/v1/heartbeat', heard, exam.token)
    const sealed = { attemptId, seq: 1, answers: rightAnswersOf(sitting), beacon, sealedAfterMs: 0 }
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

  it('an offline submission shortly after the deadline is treated as an ordinary submission', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId, beacon, deadline } = sitting
    const sealed = { attemptId, seq: 1, answers: rightAnswersOf(sitting), beacon, sealedAfterMs: 5 }
    await passTimeTo(deadline)
    expect(await seal(exam, sealed)).toMatchObject({ data: { submittedBy: 'STUDENT' } })
  })

  it('a submission counts as offline when the grace period ends while it is checked', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId, beacon } = sitting
    await passTimeTo(sitting.deadline)
    await passTime(60)
    const all = await deps()
    const looks = [600]
    const settings = {
      get: async (key: keyof Settings) => looks.pop() ?? all.settings.get(key),
      all: () => all.settings.all(),
    } as Deps['settings']
    const actor = { studentId: exam.sign.student.id, tokenHash: '' }
    const sealed = { attemptId, seq: 1, answers: rightAnswersOf(sitting), beacon }
    expect(await submitOffline({ ...all, settings }, actor, { ...sealed, sealedAfterMs: 1_700_000 })).toMatchObject({
      submittedBy: 'SEALED',
      score: 100,
    })
  })

  it('refuses an offline submission before the extended deadline, and the attempt continues', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId, beacon } = sitting
    const sealed = { attemptId, seq: 1, answers: rightAnswersOf(sitting), beacon, sealedAfterMs: 5 }
    await decideTestAttempt(attemptId, 'EXTEND', 600)
    await passTimeTo(sitting.deadline)
    await passTime(60)
    const deadline = new Date(Date.parse(sitting.deadline) + 600_000).toISOString()
    const moved = { key: 'exam.deadlineMoved', data: { deadline, serverNow: expect.any(String) } }
    expect(await seal(exam, sealed)).toMatchObject(moved)
    // A timed submission for the old deadline is refused too.
    const byClock = { attemptId, seq: 1, answers: {}, bell: sitting.deadline }
    expect(await call('POST /exam/v1/submit_exam', byClock, exam.token)).toMatchObject(moved)
    expect(await callSaveAnswer(exam.token, attemptId, 1, {})).toMatchObject({ code: 1, data: { deadline } })
    // A submission by a fast clock before the deadline is refused too.
    const own = { ...byClock, seq: 2, bell: deadline }
    expect(await call('POST /exam/v1/submit_exam', own, exam.token)).toMatchObject(moved)
    await passTimeTo(deadline)
    const handedIn = await call('POST /exam/v1/submit_exam', own, exam.token)
    expect(handedIn).toMatchObject({ code: 1, data: { submittedBy: 'STUDENT' } })
    expect(await call('POST /exam/v1/submit_exam', { ...own, bell: '昨天' }, exam.token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})

describe('exam heartbeat', () => {
  it('refuses heartbeats for foreign or ended attempts', async () => {
    const exam = await makeExam()
    const other = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    expect(await call('POST /exam/v1/heartbeat', { attemptId }, other.token)).toMatchObject({
      key: 'exam.attemptNotFound',
    })
    expect(await call('POST /exam/v1/heartbeat', { attemptId: 'x' }, exam.token)).toMatchObject({
      key: 'common.invalid',
    })
    await callSubmitExam(exam.token, attemptId, 1, {})
    expect(await call('POST /exam/v1/heartbeat', { attemptId }, exam.token)).toMatchObject({
      key: 'exam.submitted',
      data: { result: { score: 0 } },
    })
  })
})
