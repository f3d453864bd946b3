import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeExamResult } from '../../test/exam-world.ts'
import { makePendingAnswer, makeStoredPaper } from '../../test/kept-paper.ts'
import { createTestStorage } from '../../test/storage.ts'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { beginSession, type SessionUser } from '../session.ts'
import {
  acquireOpenAttemptLock,
  areUnsentAnswersPending,
  offlineSubmissionOf,
  sendAllUnsentAnswers,
  sendUnsentAnswers as sendStill,
} from './send-unsent-answers.ts'
import {
  deleteDraftsOfStudent,
  openLocalDrafts,
  readUnsentAnswers,
  storeDraft,
  type UnsentAnswers,
} from './stored-papers.ts'

const refused = (key: string, data: object = {}) =>
  new CallRefused({ code: 6000, msg: key, data: { key, ...data } } as never)
const ended = (submittedBy: 'DEADLINE' | 'STUDENT' = 'DEADLINE') =>
  refused('exam.deadlinePassed', { result: makeExamResult({ submittedBy }) })
const left = { paper: makeStoredPaper(), unsaved: { q1: makePendingAnswer(5000, 'a'), q2: makePendingAnswer(4000) } }
const answers = { q1: ['a'], q2: [] }
const chosen = { q1: 5000, q2: 4000 }

const sendLeft = (left: UnsentAnswers, calls: Parameters<typeof sendStill>[1]) =>
  sendStill(left, calls, async () => left.unsaved)

afterEach(async () => {
  for (const student of ['a', 'ab']) await deleteDraftsOfStudent(student)
})

describe('unsent answers of a closed page', () => {
  const calls = (save: unknown, seal: unknown = new Error('not asked')) => {
    const answerOf = (one: unknown) => (one instanceof Error ? Promise.reject(one) : Promise.resolve(one))
    const next = (list: unknown) => (Array.isArray(list) ? list.shift() : list)
    return {
      save: vi.fn((_input: unknown, _options?: unknown) => answerOf(next(save)) as never),
      seal: vi.fn((_input: unknown, _options?: unknown) => answerOf(next(seal)) as never),
    }
  }

  it('unsent answers are saved after those of another device while the attempt runs', async () => {
    const { save, seal } = calls([refused('exam.seqStale', { savedSeq: 7, answers: {} }), {}])
    expect(await sendLeft(left, { save, seal })).toEqual({ kind: 'saved', answers: 2 })
    expect(save.mock.calls).toEqual([
      [{ attemptId: 'attempt', seq: 4, answers, chosen }],
      [{ attemptId: 'attempt', seq: 8, answers, chosen }],
    ])
    expect(seal).not.toHaveBeenCalled()
  })

  it('unsent answers are sent with the sequence number after the one known at the first answer', async () => {
    const { save, seal } = calls({})
    const unsaved = { q1: { ...makePendingAnswer(5000, 'a'), seq: 1 }, q2: { ...makePendingAnswer(6000), seq: 3 } }
    await sendLeft({ paper: makeStoredPaper({ savedSeq: 7 }), unsaved }, { save, seal })
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ seq: 2, answers }))
  })

  it('unsent answers replace only choices that the student replaced by hand', async () => {
    const q1 = { ...makePendingAnswer(5000, 'a'), serverAt: 105_000, seq: 3, before: [4000] }
    const savedAt = { q1: new Date(106_000).toISOString() }
    const stale = (choice: number | undefined) =>
      refused('exam.seqStale', {
        ...{ savedSeq: 5, answers: { q1: ['b'] }, savedAt, chosen: { q1: choice } },
      })
    const one = { paper: makeStoredPaper(), unsaved: { q1 } }
    const late = calls([stale(4000), {}])
    expect(await sendLeft(one, late)).toEqual({ kind: 'saved', answers: 1 })
    expect(late.save.mock.calls.map(([given]) => given)).toMatchObject([
      { seq: 4, chosen: { q1: 5000 } },
      { seq: 6, chosen: { q1: 5000 } },
    ])
    const givesWay = { kind: 'saved', answers: 0, newer: 1, doubtful: ['q1'] }
    for (const other of [7000, undefined]) expect(await sendLeft(one, calls(stale(other)))).toEqual(givesWay)
  })

  it('unsent answers give way to later answers of another device, with a notice', async () => {
    const at = (ms: number) => new Date(ms).toISOString()
    const q1 = { ...makePendingAnswer(5000, 'a'), serverAt: 105_000 }
    const q2 = { ...makePendingAnswer(4000, 'c'), serverAt: 104_000 }
    const standing = { answers: { q1: ['b'], q2: ['b'] }, savedSeq: 7 }
    const savedAt = { q1: at(106_000), q2: at(103_000) }
    const { save, seal } = calls([refused('exam.seqStale', { ...standing, savedAt }), {}])
    const two = { paper: makeStoredPaper(), unsaved: { q1, q2 } }
    const outcome = { kind: 'saved', answers: 1, newer: 1, over: 1, doubtful: ['q1', 'q2'] }
    expect(await sendLeft(two, { save, seal })).toEqual(outcome)
    expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ seq: 8, answers: { q2: ['c'] } }))
    const one = calls(refused('exam.seqStale', { ...standing, savedAt }))
    expect(await sendLeft({ paper: makeStoredPaper(), unsaved: { q1 } }, one)).toEqual({
      ...{ kind: 'saved', answers: 0, newer: 1, doubtful: ['q1'] },
    })
    expect(one.save).toHaveBeenCalledTimes(1)
  })

  it('unsent answers are left to a page that has opened meanwhile', async () => {
    const q1 = { ...makePendingAnswer(5000, 'a'), serverAt: 105_000, before: [4500] }
    const savedAt = { q1: new Date(106_000).toISOString() }
    const stale = refused('exam.seqStale', {
      ...{ savedSeq: 4, answers: { q1: ['b'] }, savedAt, chosen: { q1: 4500 } },
    })
    const two = { paper: makeStoredPaper(), unsaved: { q1, q2: makePendingAnswer(4000, 'c') } }
    const { save, seal } = calls([stale, {}])
    const { q2 } = two.unsaved
    expect(await sendStill(two, { save, seal }, async () => ({ q2 }))).toEqual({
      ...{ kind: 'saved', answers: 1 },
    })
    expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ seq: 5, answers: { q2: ['c'] } }))
    const all = calls(stale)
    const again = { q1: makePendingAnswer(7000, 'b'), q2: makePendingAnswer(7000, 'b') }
    expect(await sendStill(two, all, async () => again)).toBeNull()
    expect(all.save).toHaveBeenCalledTimes(1)
  })

  it('after the deadline, unsent answers become an offline submission', async () => {
    const result = makeExamResult({ submittedBy: 'SEALED' })
    const { save, seal } = calls(ended(), result)
    const page = 'this browser'
    const its = { ...left, paper: makeStoredPaper({ page }) }
    expect(await sendLeft(its, { save, seal })).toEqual({ kind: 'taken', result })
    expect(save).toHaveBeenCalledWith({ attemptId: 'attempt', page, seq: 4, answers, chosen })
    expect(seal).toHaveBeenCalledWith({
      ...{ attemptId: 'attempt', page, seq: 4, answers },
      ...{ beacon: '101000.mac', sealedAfterMs: 4000 },
    })
    // Uses the server time that the page knew when the answer was typed.
    const q1 = { ...makePendingAnswer(5000, 'a'), serverAt: 104_000 }
    expect(offlineSubmissionOf({ ...left, unsaved: { q1 } }).sealedAfterMs).toBe(3000)
    // The time is never later than the deadline and never before the time beacon.
    const at = (time: number) => offlineSubmissionOf({ ...left, unsaved: { q1: makePendingAnswer(time, 'a') } })
    expect([at(99_000).sealedAfterMs, at(500).sealedAfterMs]).toEqual([8000, 0])
  })

  it('no offline submission is made from unsent answers that another page has changed meanwhile', async () => {
    const { q1, q2 } = left.unsaved
    const stale = refused('exam.seqStale', { savedSeq: 7, answers: {} })
    const others: UnsentAnswers['unsaved'][] = [
      { q1: makePendingAnswer(7000, 'b'), q2 },
      { q1, q2, q3: makePendingAnswer(7000, 'b') },
      { q1 },
    ]
    for (const there of others) {
      const early = calls(ended(), makeExamResult())
      expect(await sendStill(left, early, async () => there)).toBeNull()
      expect(early.seal).not.toHaveBeenCalled()
      const late = calls(ended(), [stale, makeExamResult()])
      const looks = [left.unsaved, there]
      expect(await sendStill(left, late, async () => looks.shift() ?? {})).toBeNull()
      expect(late.seal).toHaveBeenCalledTimes(1)
    }
  })

  it('the time limits of calls for unsent answers grow after failures, as on an open exam page', async () => {
    vi.stubGlobal('localStorage', createTestStorage())
    vi.stubGlobal('navigator', {})
    const user = { id: 'a', isInitPassword: false }
    beginSession({ token: 't', user: user as SessionUser })
    await openLocalDrafts('a')
    await storeDraft('a', makeStoredPaper(), { typed: left.unsaved, settled: {} })
    const { save, seal } = calls([new CallOffline(true), ended(), ended()], [new CallOffline(true), makeExamResult()])
    for (const heard of [false, false, true]) expect(await sendAllUnsentAnswers('a', { save, seal })).toBe(heard)
    vi.unstubAllGlobals()
    const limits = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([, given]) => given)
    expect(limits(save)).toEqual([{ limitMs: 10_000 }, { limitMs: 20_000 }, { limitMs: 40_000 }])
    expect(limits(seal)).toEqual([{ limitMs: 40_000 }, { limitMs: 60_000 }])
  })

  it('unsent answers of other attempts are sent, those of an open page are not', async () => {
    vi.stubGlobal('localStorage', createTestStorage())
    vi.stubGlobal('navigator', {})
    beginSession({ token: 't', user: { id: 'a', isInitPassword: false } as SessionUser })
    await openLocalDrafts('a')
    for (const attemptId of ['attempt', 'other'])
      await storeDraft('a', makeStoredPaper({ attemptId }), { typed: { q1: makePendingAnswer(1, 'a') }, settled: {} })
    const { save, seal } = calls({})
    const stop = acquireOpenAttemptLock('attempt')
    expect(await sendAllUnsentAnswers('a', { save, seal })).toBe(true)
    const sent = () => save.mock.calls.map(([input]) => (input as UnsentAnswers['paper']).attemptId)
    expect(sent()).toEqual(['other'])
    stop()
    await sendAllUnsentAnswers('a', { save, seal })
    expect(sent()).toEqual(['other', 'attempt'])
    vi.unstubAllGlobals()
  })

  it('unsent answers block a new attempt until the server decides about them', () => {
    const hours = (since: number): UnsentAnswers => ({
      ...left,
      paper: makeStoredPaper({ sealedSeconds: 900, bellAt: Date.now() - since * 3_600_000 }),
    })
    // An outage may extend the time, and the device's clock is not the server's.
    expect([areUnsentAnswersPending(hours(-1)), areUnsentAnswersPending(hours(20))]).toEqual([true, true])
    expect(areUnsentAnswersPending({ ...hours(1), unsaved: {} })).toBe(false)
    // A network that refuses only these answers must not block forever.
    expect(areUnsentAnswersPending(hours(25))).toBe(false)
  })

  it('temporarily refused answers block no new attempt and are retried for three days', async () => {
    vi.stubGlobal('localStorage', createTestStorage())
    vi.stubGlobal('navigator', {})
    vi.useFakeTimers({ toFake: ['Date'] })
    beginSession({ token: 't', user: { id: 'a', isInitPassword: false } as SessionUser })
    await openLocalDrafts('a')
    await storeDraft('a', makeStoredPaper({ attemptId: 'skew', bellAt: Date.now() }), {
      typed: left.unsaved,
      settled: {},
    })
    const result = makeExamResult()
    const { save, seal } = calls([refused('common.invalid'), ended()], [refused('common.invalid'), result])
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
    const there = async () => {
      const [found] = await readUnsentAnswers('a')
      return found && { ...found.paper.outcome, waiting: Object.keys(found.unsaved).length }
    }
    expect(await sendAllUnsentAnswers('a', { save, seal })).toBe(true)
    expect(await there()).toEqual({ kind: 'kept', msg: 'common.invalid', waiting: 2 })
    expect((await readUnsentAnswers('a')).map(areUnsentAnswersPending)).toEqual([false])
    later(60)
    expect(await sendAllUnsentAnswers('a', { save, seal })).toBe(false)
    expect(save).toHaveBeenCalledTimes(1)
    later(250)
    await sendAllUnsentAnswers('a', { save, seal })
    later(2 * 24 * 3600)
    expect(await there()).toMatchObject({ kind: 'kept', waiting: 2 })
    // Later tries to send do not extend the limit.
    later(24 * 3600)
    expect(await there()).toBeUndefined()
    await vi.waitFor(async () => expect((await openLocalDrafts('a'))('skew').unsaved).toEqual({}))
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('refused answers return with their reason, and answers stay stored while offline', async () => {
    for (const [save, seal, outcome] of [
      [ended(), refused('exam.sealedLate'), { kind: 'refused', msg: 'exam.sealedLate' }],
      [ended('STUDENT'), ended('STUDENT'), { kind: 'refused', msg: 'exam.deadlinePassed' }],
      [refused('exam.attemptNotFound'), null, { kind: 'refused', msg: 'exam.attemptNotFound' }],
      [new CallOffline(false), null, null],
      [new CallFailed(503), null, null],
      [new CallFailed(401), null, null],
      [refused('exam.badAnswer'), null, { kind: 'refused', msg: 'exam.badAnswer' }],
      [ended(), refused('exam.sealedUnproven'), { kind: 'refused', msg: 'exam.sealedUnproven' }],
      [ended(), ended(), { kind: 'refused', msg: 'exam.deadlinePassed' }],
      [new CallFailed(422, '内容有误'), null, { kind: 'kept', msg: '内容有误' }],
      [refused('common.invalid'), null, { kind: 'kept', msg: 'common.invalid' }],
      [ended(), refused('common.invalid'), { kind: 'kept', msg: 'common.invalid' }],
      // The deadline was moved, so the next try saves the answers.
      [ended(), refused('exam.deadlineMoved'), null],
      // A proxy or firewall answered, whatever the status says.
      [new CallFailed(403), null, null],
      [new CallFailed(200), null, null],
      [ended(), new CallFailed(405), null],
      [ended(), new CallOffline(true), null],
      [ended(), refused('common.busy'), null],
      [refused('exam.seqStale', { savedSeq: 9 }), null, null],
      [refused('exam.savesSpent'), null, null],
    ] as const)
      expect(await sendLeft(left, calls(save, seal))).toEqual(outcome)
  })
})
