import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExamRoom, examResult } from '../../test/exam-world.ts'
import { storage } from '../../test/storage.ts'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { beginSession, type SessionUser } from '../session.ts'
import {
  changeOf,
  forgetOutcome,
  forgetPapers,
  type KeptPaper,
  keepPaper,
  type Left,
  openKept,
  paperOf,
  readLeft,
  settleLeft,
} from './kept-papers.ts'
import {
  isAwaited,
  sealOf,
  sendPapers,
  sendLeft as sendStill,
  whileSitting,
} from './left-answers.ts'
import type { Typed } from './state.ts'

const paper = (change: Partial<KeptPaper> = {}): KeptPaper => ({
  attemptId: 'attempt',
  exam: { signId: 'sign', id: 'course' },
  courseTitle: '处方审核',
  ...{ savedSeq: 3, beacon: '101000.mac', beaconAt: 1000, bellAt: 9000 },
  ...{ marks: ['q2'], current: 1, outcome: null },
  ...change,
})
const typed = (at: number, ...options: string[]): Typed => ({ options, at })
const refused = (key: string, data: object = {}) =>
  new CallRefused({ code: 6000, msg: key, data: { key, ...data } } as never)
const ended = (submittedBy: 'DEADLINE' | 'STUDENT' = 'DEADLINE') =>
  refused('exam.deadlinePassed', { result: examResult({ submittedBy }) })
const left = { paper: paper(), unsaved: { q1: typed(5000, 'a'), q2: typed(4000) } }
const answers = { q1: ['a'], q2: [] }

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
      [{ attemptId: 'attempt', seq: 4, answers }],
      [{ attemptId: 'attempt', seq: 8, answers }],
    ])
    expect(seal).not.toHaveBeenCalled()
  })

  it('are sent from as far as whoever chose the first of them knew', async () => {
    const { save, seal } = calls({})
    const unsaved = { q1: { ...typed(5000, 'a'), seq: 1 }, q2: { ...typed(6000), seq: 3 } }
    await sendLeft({ paper: paper({ savedSeq: 7 }), unsaved }, { save, seal })
    expect(save).toHaveBeenCalledWith({ attemptId: 'attempt', seq: 2, answers })
  })

  it('that were chosen a second time never pass for the first: what is saved since is asked for before they are sent', async () => {
    // a, b, a: the first two arrived, and their answers did not
    const q1 = { ...typed(5000, 'a'), serverAt: 105_000, seq: 3, before: [[], ['a'], ['b']] }
    const savedAt = { q1: new Date(104_000).toISOString() }
    const stale = refused('exam.seqStale', { savedSeq: 5, answers: { q1: ['b'] }, savedAt })
    const again = { paper: paper(), unsaved: { q1 } }
    const sent = { attemptId: 'attempt', answers: { q1: ['a'] } }
    const behind = calls([stale, {}])
    expect(await sendLeft(again, behind)).toEqual({ kind: 'saved', answers: 1 })
    expect(behind.save.mock.calls).toEqual([
      [{ ...sent, seq: 4, answers: {} }],
      [{ ...sent, seq: 6 }],
    ])
    // nothing was saved since: that took a number
    const next = calls({})
    await sendLeft(again, next)
    expect(next.save.mock.calls).toEqual([
      [{ ...sent, seq: 4, answers: {} }],
      [{ ...sent, seq: 5 }],
    ])
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
    const outcome = { kind: 'saved', answers: 1, newer: 1, over: 1 }
    expect(await sendLeft(two, { save, seal })).toEqual(outcome)
    expect(save).toHaveBeenLastCalledWith({ attemptId: 'attempt', seq: 8, answers: { q2: ['c'] } })
    const one = calls(refused('exam.seqStale', { ...standing, savedAt }))
    expect(await sendLeft({ paper: paper(), unsaved: { q1 } }, one)).toEqual({
      ...{ kind: 'saved', answers: 0, newer: 1 },
    })
    expect(one.save).toHaveBeenCalledTimes(1)
  })

  it('are left to a page that was opened meanwhile, which has taken them up', async () => {
    // chosen again there, what was saved in between was replaced here before
    const q1 = { ...typed(5000, 'a'), serverAt: 105_000, before: [['b']] }
    const savedAt = { q1: new Date(106_000).toISOString() }
    const stale = refused('exam.seqStale', { savedSeq: 4, answers: { q1: ['b'] }, savedAt })
    const two = { paper: paper(), unsaved: { q1, q2: typed(4000, 'c') } }
    const { save, seal } = calls([stale, {}])
    const { q2 } = two.unsaved
    expect(await sendStill(two, { save, seal }, async () => ({ q2 }))).toEqual({
      ...{ kind: 'saved', answers: 1 },
    })
    expect(save).toHaveBeenLastCalledWith({ attemptId: 'attempt', seq: 5, answers: { q2: ['c'] } })
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
    expect(save).toHaveBeenCalledWith({ attemptId: 'attempt', page, seq: 4, answers })
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

describe('what is kept of an attempt', () => {
  const keep = (student: string, changes: object) =>
    keepPaper(student, paper(), { typed: {}, settled: {}, ...changes })

  it('says how long after its beacon the bell rings, whatever the line had done to the clock', () => {
    const room = new ExamRoom()
    Object.assign(room, { upMs: 9000, downMs: 100 })
    const kept = paperOf(room.enter().state)
    if (!kept) throw new Error('nothing is kept')
    expect(kept.bellAt - kept.beaconAt).toBe(room.deadline - Number(kept.beacon.split('.')[0]))
  })

  it('says how long after the bell answers are taken, as the server told the page', () => {
    expect(paperOf(new ExamRoom().enter().state)).toMatchObject({ sealedSeconds: 900 })
  })

  it('is what was typed and not confirmed; a newer answer of another page stays', async () => {
    await openKept('a')
    await keep('a', { typed: { q1: typed(10, 'a'), q2: typed(10, 'b') } })
    await keep('a', { typed: { q1: typed(20, 'c') } })
    await keep('a', { settled: { q1: typed(10, 'a'), q2: typed(10, 'b') } })
    expect(await readLeft('a')).toMatchObject([{ unsaved: { q1: { options: ['c'], at: 20 } } }])
    const kept = (await openKept('a'))('attempt')
    expect(kept).toEqual({
      // of a page of before: as far as its paper knew
      ...{ unsaved: { q1: { ...typed(20, 'c'), seq: 3 } }, marks: ['q2'], current: 1 },
    })
    expect((await openKept('a'))('other')).toEqual({ unsaved: {}, marks: [], current: 0 })
  })

  it('is written anew with what the server has told since, where no other page has typed', async () => {
    await openKept('a')
    await keep('a', { typed: { q1: typed(10, 'a'), q2: { ...typed(10, 'b'), seq: 1 } } })
    await keep('a', { typed: { q1: typed(20, 'c') }, hurry: true })
    const before = { q1: { ...typed(10, 'a'), seq: 1 }, q2: { ...typed(10, 'b'), seq: 1 } }
    const after = { q1: { ...before.q1, seq: 5 }, q2: { ...before.q2, seq: 5 } }
    const change = changeOf(before, after)
    expect(change).toEqual({ typed: after, settled: {} })
    await keepPaper('a', paper({ savedSeq: 5 }), change)
    const [there] = await readLeft('a')
    expect(there?.unsaved).toMatchObject({ q1: { at: 20 }, q2: { at: 10, seq: 5 } })
  })

  it('has the newest beacon of all pages, whichever wrote last', async () => {
    await openKept('a')
    const beats = [paper({ beacon: '130000.mac', beaconAt: 30_000 }), paper()]
    for (const one of beats) await keepPaper('a', one, { typed: {}, settled: {} })
    const [there] = await readLeft('a')
    expect(there?.paper).toMatchObject({ beacon: '130000.mac', beaconAt: 30_000 })
  })

  it('of a page killed half-way leaves no answer that gave way as one given after what is saved', async () => {
    await openKept('a')
    await keep('a', { typed: { q1: typed(10, 'a'), q2: typed(10, 'b') } })
    const begin = IDBDatabase.prototype.transaction
    const killed = vi.spyOn(IDBDatabase.prototype, 'transaction')
    killed.mockImplementationOnce(function (this: IDBDatabase, ...given) {
      killed.mockImplementationOnce(() => {
        throw new DOMException('', 'AbortError')
      })
      return begin.apply(this, given)
    })
    await keepPaper('a', paper({ savedSeq: 7 }), { typed: {}, settled: { q1: typed(10, 'a') } })
    killed.mockRestore()
    const [there] = await readLeft('a')
    expect(there).toMatchObject({ paper: { savedSeq: 3 } })
    expect(Object.keys(there?.unsaved ?? {})).toEqual(['q2'])
  })

  it('is the student’s alone, for three days or until its answers are judged, and gone with signing out', async () => {
    await openKept('a')
    await openKept('ab')
    await keep('a', { typed: { q1: typed(1, 'a') } })
    expect(await readLeft('ab')).toEqual([])
    // a clock that was corrected, perhaps
    const threeDays = 3 * 24 * 3600_000 + 1000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + threeDays })
    const [there] = await readLeft('a')
    expect(there).toMatchObject({ unsaved: { q1: typed(1, 'a') } })
    if (there) await settleLeft('a', there, { kind: 'refused', msg: '过晚' })
    expect(await readLeft('a')).toMatchObject([
      { unsaved: {}, paper: { outcome: { msg: '过晚' } } },
    ])
    vi.setSystemTime(Date.now() + threeDays)
    expect(await readLeft('a')).toEqual([])
    vi.useRealTimers()
    await keep('a', { typed: { q1: typed(1, 'a') } })
    await forgetPapers('a')
    expect(await keep('a', { typed: { q1: typed(2, 'b') } })).toBe(false)
    expect(await readLeft('a')).toEqual([])
  })

  it('says what became of it until the person has seen it', async () => {
    await openKept('a')
    await keep('a', { typed: { q1: typed(1, 'a') } })
    const [there] = await readLeft('a')
    if (!there) throw new Error('nothing was kept')
    await settleLeft('a', there, { kind: 'refused', msg: '过晚' })
    expect(await readLeft('a')).toMatchObject([
      { unsaved: {}, paper: { outcome: { kind: 'refused', msg: '过晚' } } },
    ])
    await forgetOutcome('a', 'attempt')
    expect(await readLeft('a')).toEqual([])
  })
})
