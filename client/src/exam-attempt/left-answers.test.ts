import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { examResult } from '../../test/exam-world.ts'
import { paper, typed } from '../../test/kept-paper.ts'
import { storage } from '../../test/storage.ts'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { beginSession, type SessionUser } from '../session.ts'
import { forgetPapers, keepPaper, type Left, openKept, readLeft } from './kept-papers.ts'
import {
  isAwaited,
  sealOf,
  sendPapers,
  sendLeft as sendStill,
  whileSitting,
} from './left-answers.ts'

const refused = (key: string, data: object = {}) =>
  new CallRefused({ code: 6000, msg: key, data: { key, ...data } } as never)
const ended = (submittedBy: 'DEADLINE' | 'STUDENT' = 'DEADLINE') =>
  refused('exam.deadlinePassed', { result: examResult({ submittedBy }) })
const left = { paper: paper(), unsaved: { q1: typed(5000, 'a'), q2: typed(4000) } }
const answers = { q1: ['a'], q2: [] }
const chosen = { q1: 5000, q2: 4000 }

/** Nothing changes on the device meanwhile. */
const sendLeft = (left: Left, calls: Parameters<typeof sendStill>[1]) =>
  sendStill(left, calls, async () => left.unsaved)

afterEach(async () => {
  for (const student of ['a', 'ab']) await forgetPapers(student)
})

describe('answers that a closed page has left', () => {
  const calls = (save: unknown, seal: unknown = new Error('not asked')) => {
    const answerOf = (one: unknown) =>
      one instanceof Error ? Promise.reject(one) : Promise.resolve(one)
    const next = (list: unknown) => (Array.isArray(list) ? list.shift() : list)
    return {
      save: vi.fn((_input: unknown, _options?: unknown) => answerOf(next(save)) as never),
      seal: vi.fn((_input: unknown, _options?: unknown) => answerOf(next(seal)) as never),
    }
  }

  it('are saved while the attempt runs, after what another device has saved', async () => {
    const { save, seal } = calls([refused('exam.seqStale', { savedSeq: 7, answers: {} }), {}])
    expect(await sendLeft(left, { save, seal })).toEqual({ kind: 'saved', answers: 2 })
    expect(save.mock.calls).toEqual([
      [{ attemptId: 'attempt', seq: 4, answers, chosen }],
      [{ attemptId: 'attempt', seq: 8, answers, chosen }],
    ])
    expect(seal).not.toHaveBeenCalled()
  })

  it('are sent from as far as whoever chose the first of them knew', async () => {
    const { save, seal } = calls({})
    const unsaved = { q1: { ...typed(5000, 'a'), seq: 1 }, q2: { ...typed(6000), seq: 3 } }
    await sendLeft({ paper: paper({ savedSeq: 7 }), unsaved }, { save, seal })
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ seq: 2, answers }))
  })

  it('take the place of what they had replaced by hand, though it arrived late, and of nothing else', async () => {
    const q1 = { ...typed(5000, 'a'), serverAt: 105_000, seq: 3, before: [4000] }
    const savedAt = { q1: new Date(106_000).toISOString() }
    const stale = (choice: number | undefined) =>
      refused('exam.seqStale', {
        ...{ savedSeq: 5, answers: { q1: ['b'] }, savedAt, chosen: { q1: choice } },
      })
    const one = { paper: paper(), unsaved: { q1 } }
    const late = calls([stale(4000), {}])
    expect(await sendLeft(one, late)).toEqual({ kind: 'saved', answers: 1 })
    expect(late.save.mock.calls.map(([given]) => given)).toMatchObject([
      { seq: 4, chosen: { q1: 5000 } },
      { seq: 6, chosen: { q1: 5000 } },
    ])
    const givesWay = { kind: 'saved', answers: 0, newer: 1, doubtful: ['q1'] }
    for (const other of [7000, undefined])
      expect(await sendLeft(one, calls(stale(other)))).toEqual(givesWay)
  })

  it('give way to what another device answered later, and the person is told', async () => {
    const at = (ms: number) => new Date(ms).toISOString()
    const q1 = { ...typed(5000, 'a'), serverAt: 105_000 }
    const q2 = { ...typed(4000, 'c'), serverAt: 104_000 }
    const standing = { answers: { q1: ['b'], q2: ['b'] }, savedSeq: 7 }
    const savedAt = { q1: at(106_000), q2: at(103_000) }
    const { save, seal } = calls([refused('exam.seqStale', { ...standing, savedAt }), {}])
    const two = { paper: paper(), unsaved: { q1, q2 } }
    // the other is sent over what was saved before, and that is told, too
    const outcome = { kind: 'saved', answers: 1, newer: 1, over: 1, doubtful: ['q1', 'q2'] }
    expect(await sendLeft(two, { save, seal })).toEqual(outcome)
    expect(save).toHaveBeenLastCalledWith(
      expect.objectContaining({ seq: 8, answers: { q2: ['c'] } }),
    )
    const one = calls(refused('exam.seqStale', { ...standing, savedAt }))
    expect(await sendLeft({ paper: paper(), unsaved: { q1 } }, one)).toEqual({
      ...{ kind: 'saved', answers: 0, newer: 1, doubtful: ['q1'] },
    })
    expect(one.save).toHaveBeenCalledTimes(1)
  })

  it('are left to a page that was opened meanwhile, which has taken them up', async () => {
    // chosen again there, what was saved in between was replaced here before
    const q1 = { ...typed(5000, 'a'), serverAt: 105_000, before: [4500] }
    const savedAt = { q1: new Date(106_000).toISOString() }
    const stale = refused('exam.seqStale', {
      ...{ savedSeq: 4, answers: { q1: ['b'] }, savedAt, chosen: { q1: 4500 } },
    })
    const two = { paper: paper(), unsaved: { q1, q2: typed(4000, 'c') } }
    const { save, seal } = calls([stale, {}])
    const { q2 } = two.unsaved
    expect(await sendStill(two, { save, seal }, async () => ({ q2 }))).toEqual({
      ...{ kind: 'saved', answers: 1 },
    })
    expect(save).toHaveBeenLastCalledWith(
      expect.objectContaining({ seq: 5, answers: { q2: ['c'] } }),
    )
    const all = calls(stale)
    const again = { q1: typed(7000, 'b'), q2: typed(7000, 'b') }
    expect(await sendStill(two, all, async () => again)).toBeNull()
    expect(all.save).toHaveBeenCalledTimes(1)
  })

  it('are handed in as sealed when the last was typed, once the bell has rung', async () => {
    const result = examResult({ submittedBy: 'SEALED' })
    const { save, seal } = calls(ended(), result)
    const page = 'this browser'
    const its = { ...left, paper: paper({ page }) }
    expect(await sendLeft(its, { save, seal })).toEqual({ kind: 'taken', result })
    expect(save).toHaveBeenCalledWith({ attemptId: 'attempt', page, seq: 4, answers, chosen })
    expect(seal).toHaveBeenCalledWith({
      ...{ attemptId: 'attempt', page, seq: 4, answers },
      ...{ beacon: '101000.mac', sealedAfterMs: 4000 },
    })
    // as the page that typed it knew the server's clock
    const q1 = { ...typed(5000, 'a'), serverAt: 104_000 }
    expect(sealOf({ ...left, unsaved: { q1 } }).sealedAfterMs).toBe(3000)
    // never later than the bell, never before the beacon
    const at = (time: number) => sealOf({ ...left, unsaved: { q1: typed(time, 'a') } })
    expect([at(99_000).sealedAfterMs, at(500).sealedAfterMs]).toEqual([8000, 0])
  })

  it('are sealed all at once or not at all: one package is taken, and a page opened meanwhile has answered on', async () => {
    const { q1, q2 } = left.unsaved
    const stale = refused('exam.seqStale', { savedSeq: 7, answers: {} })
    const others: Left['unsaved'][] = [
      { q1: typed(7000, 'b'), q2 },
      { q1, q2, q3: typed(7000, 'b') },
      { q1 },
    ]
    for (const there of others) {
      const early = calls(ended(), examResult())
      expect(await sendStill(left, early, async () => there)).toBeNull()
      expect(early.seal).not.toHaveBeenCalled()
      // while the first package is on its way, too
      const late = calls(ended(), [stale, examResult()])
      const looks = [left.unsaved, there]
      expect(await sendStill(left, late, async () => looks.shift() ?? {})).toBeNull()
      expect(late.seal).toHaveBeenCalledTimes(1)
    }
  })

  it('are given up as soon as those of a page that sits, and later after each failure', async () => {
    vi.stubGlobal('localStorage', storage())
    vi.stubGlobal('navigator', {})
    const user = { id: 'a', isInitPassword: false }
    beginSession({ token: 't', user: user as SessionUser })
    await openKept('a')
    await keepPaper('a', paper(), { typed: left.unsaved, settled: {} })
    const { save, seal } = calls(
      [new CallOffline(true), ended(), ended()],
      [new CallOffline(true), examResult()],
    )
    for (const heard of [false, false, true])
      expect(await sendPapers('a', { save, seal })).toBe(heard)
    vi.unstubAllGlobals()
    const limits = ({ mock }: { mock: { calls: unknown[][] } }) =>
      mock.calls.map(([, given]) => given)
    expect(limits(save)).toEqual([{ limitMs: 10_000 }, { limitMs: 20_000 }, { limitMs: 40_000 }])
    expect(limits(seal)).toEqual([{ limitMs: 40_000 }, { limitMs: 60_000 }])
  })

  it('of another attempt than this page sits are sent; those of its own it sends itself, without locks, too', async () => {
    vi.stubGlobal('localStorage', storage())
    vi.stubGlobal('navigator', {})
    beginSession({ token: 't', user: { id: 'a', isInitPassword: false } as SessionUser })
    await openKept('a')
    for (const attemptId of ['attempt', 'other'])
      await keepPaper('a', paper({ attemptId }), { typed: { q1: typed(1, 'a') }, settled: {} })
    const { save, seal } = calls({})
    const stop = whileSitting('attempt')
    expect(await sendPapers('a', { save, seal })).toBe(true)
    const sent = () => save.mock.calls.map(([input]) => (input as Left['paper']).attemptId)
    expect(sent()).toEqual(['other'])
    stop()
    await sendPapers('a', { save, seal })
    expect(sent()).toEqual(['other', 'attempt'])
    vi.unstubAllGlobals()
  })

  it('are awaited until the server has its word on them: how late it takes them, only it knows', () => {
    const hours = (since: number): Left => ({
      ...left,
      paper: paper({ sealedSeconds: 900, bellAt: Date.now() - since * 3_600_000 }),
    })
    // an outage of ours may have made the time longer; nor is this device's clock the server's
    expect([isAwaited(hours(-1)), isAwaited(hours(20))]).toEqual([true, true])
    expect(isAwaited({ ...hours(1), unsaved: {} })).toBe(false)
    // nobody is held up for ever by a line that refuses these answers alone
    expect(isAwaited(hours(25))).toBe(false)
  })

  it('that were refused, but not for good, stay, shut nothing and are sent again later, for three days', async () => {
    vi.stubGlobal('localStorage', storage())
    vi.stubGlobal('navigator', {})
    vi.useFakeTimers({ toFake: ['Date'] })
    beginSession({ token: 't', user: { id: 'a', isInitPassword: false } as SessionUser })
    await openKept('a')
    await keepPaper('a', paper({ attemptId: 'skew', bellAt: Date.now() }), {
      typed: left.unsaved,
      settled: {},
    })
    const result = examResult()
    const { save, seal } = calls(
      [refused('common.invalid'), ended()],
      [refused('common.invalid'), result],
    )
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
    const there = async () => {
      const [found] = await readLeft('a')
      return found && { ...found.paper.outcome, waiting: Object.keys(found.unsaved).length }
    }
    expect(await sendPapers('a', { save, seal })).toBe(true)
    expect(await there()).toEqual({ kind: 'kept', msg: 'common.invalid', waiting: 2 })
    expect((await readLeft('a')).map(isAwaited)).toEqual([false])
    later(60)
    expect(await sendPapers('a', { save, seal })).toBe(false)
    expect(save).toHaveBeenCalledTimes(1)
    later(250)
    await sendPapers('a', { save, seal })
    later(2 * 24 * 3600)
    expect(await there()).toMatchObject({ kind: 'kept', waiting: 2 })
    // the words of later tries do not make it longer
    later(24 * 3600)
    expect(await there()).toBeUndefined()
    await vi.waitFor(async () => expect((await openKept('a'))('skew').unsaved).toEqual({}))
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('that are not taken come back with the reason; out of reach they stay', async () => {
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
      // no word for good: another page may send what this one could not
      [new CallFailed(422, '内容有误'), null, { kind: 'kept', msg: '内容有误' }],
      [refused('common.invalid'), null, { kind: 'kept', msg: 'common.invalid' }],
      [ended(), refused('common.invalid'), { kind: 'kept', msg: 'common.invalid' }],
      // the bell was moved: saved by the next try
      [ended(), refused('exam.deadlineMoved'), null],
      // the page of a proxy or firewall on the way, whatever its status
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
