import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExamSimulation } from '../../test/exam-world.ts'
import { makePendingAnswer, makeStoredPaper } from '../../test/kept-paper.ts'
import {
  clearUnsentAnswers,
  deleteDraftsOfStudent,
  draftChangeOf,
  forgetUnsentOutcome,
  openLocalDrafts,
  readUnsentAnswers,
  storeDraft,
  toStoredPaper,
} from './stored-papers.ts'

afterEach(async () => {
  for (const student of ['a', 'ab']) await deleteDraftsOfStudent(student)
})

describe('stored exam drafts', () => {
  const keep = (student: string, changes: object) =>
    storeDraft(student, makeStoredPaper(), { typed: {}, settled: {}, ...changes })

  it('a draft stores the time from its beacon to the deadline despite a slow connection', () => {
    const room = new ExamSimulation()
    Object.assign(room, { upMs: 9000, downMs: 100 })
    const kept = toStoredPaper(room.enter().state)
    if (!kept) throw new Error('nothing is kept')
    expect(kept.bellAt - kept.beaconAt).toBe(room.deadline - Number(kept.beacon.split('.')[0]))
  })

  it('a draft stores how long after the deadline the server takes answers', () => {
    expect(toStoredPaper(new ExamSimulation().enter().state)).toMatchObject({ sealedSeconds: 900 })
  })

  it('a draft contains the unconfirmed answers, and keeps newer answers of another page when older ones are confirmed', async () => {
    await openLocalDrafts('a')
    await keep('a', { typed: { q1: makePendingAnswer(10, 'a'), q2: makePendingAnswer(10, 'b') } })
    await keep('a', { typed: { q1: makePendingAnswer(20, 'c') } })
    await keep('a', { settled: { q1: makePendingAnswer(10, 'a'), q2: makePendingAnswer(10, 'b') } })
    expect(await readUnsentAnswers('a')).toMatchObject([{ unsaved: { q1: { options: ['c'], at: 20 } } }])
    const kept = (await openLocalDrafts('a'))('attempt')
    expect(kept).toEqual({
      ...{ unsaved: { q1: { ...makePendingAnswer(20, 'c'), seq: 3 } }, marks: ['q2'], current: 1 },
    })
    expect((await openLocalDrafts('a'))('other')).toEqual({ unsaved: {}, marks: [], current: 0 })
  })

  it('a draft stores the new sequence numbers of answers unless another page typed a later answer', async () => {
    await openLocalDrafts('a')
    await keep('a', { typed: { q1: makePendingAnswer(10, 'a'), q2: { ...makePendingAnswer(10, 'b'), seq: 1 } } })
    await keep('a', { typed: { q1: makePendingAnswer(20, 'c') }, hurry: true })
    const before = { q1: { ...makePendingAnswer(10, 'a'), seq: 1 }, q2: { ...makePendingAnswer(10, 'b'), seq: 1 } }
    const after = { q1: { ...before.q1, seq: 5 }, q2: { ...before.q2, seq: 5 } }
    const change = draftChangeOf(before, after)
    expect(change).toEqual({ typed: after, settled: {} })
    await storeDraft('a', makeStoredPaper({ savedSeq: 5 }), change)
    const [there] = await readUnsentAnswers('a')
    expect(there?.unsaved).toMatchObject({ q1: { at: 20 }, q2: { at: 10, seq: 5 } })
  })

  it('a draft keeps the newest time beacon, whichever page wrote last', async () => {
    await openLocalDrafts('a')
    const beats = [makeStoredPaper({ beacon: '130000.mac', beaconAt: 30_000 }), makeStoredPaper()]
    for (const one of beats) await storeDraft('a', one, { typed: {}, settled: {} })
    const [there] = await readUnsentAnswers('a')
    expect(there?.paper).toMatchObject({ beacon: '130000.mac', beaconAt: 30_000 })
  })

  it('a page killed while storing leaves no replaced answer with a newer sequence number', async () => {
    await openLocalDrafts('a')
    await keep('a', { typed: { q1: makePendingAnswer(10, 'a'), q2: makePendingAnswer(10, 'b') } })
    const begin = IDBDatabase.prototype.transaction
    const killed = vi.spyOn(IDBDatabase.prototype, 'transaction')
    killed.mockImplementationOnce(function (this: IDBDatabase, ...given) {
      killed.mockImplementationOnce(() => {
        throw new DOMException('', 'AbortError')
      })
      return begin.apply(this, given)
    })
    await storeDraft('a', makeStoredPaper({ savedSeq: 7 }), { typed: {}, settled: { q1: makePendingAnswer(10, 'a') } })
    killed.mockRestore()
    const [there] = await readUnsentAnswers('a')
    expect(there).toMatchObject({ paper: { savedSeq: 3 } })
    expect(Object.keys(there?.unsaved ?? {})).toEqual(['q2'])
  })

  it('a draft belongs to one student and ends after three days or a sign-out', async () => {
    await openLocalDrafts('a')
    await openLocalDrafts('ab')
    await keep('a', { typed: { q1: makePendingAnswer(1, 'a') } })
    expect(await readUnsentAnswers('ab')).toEqual([])
    const threeDays = 3 * 24 * 3600_000 + 1000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + threeDays })
    const [there] = await readUnsentAnswers('a')
    expect(there).toMatchObject({ unsaved: { q1: makePendingAnswer(1, 'a') } })
    if (there) await clearUnsentAnswers('a', there, { kind: 'refused', msg: '过晚' })
    expect(await readUnsentAnswers('a')).toMatchObject([{ unsaved: {}, paper: { outcome: { msg: '过晚' } } }])
    vi.setSystemTime(Date.now() + threeDays)
    expect(await readUnsentAnswers('a')).toEqual([])
    vi.useRealTimers()
    await keep('a', { typed: { q1: makePendingAnswer(1, 'a') } })
    await deleteDraftsOfStudent('a')
    expect(await keep('a', { typed: { q1: makePendingAnswer(2, 'b') } })).toBe(false)
    expect(await readUnsentAnswers('a')).toEqual([])
  })

  it('a draft names the questions to review until the attempt is opened again', async () => {
    await openLocalDrafts('a')
    await keep('a', { typed: { q1: makePendingAnswer(1, 'a') } })
    for (const doubtful of [['q1'], ['q1', 'q2']]) {
      const [there] = await readUnsentAnswers('a')
      if (!there) throw new Error('nothing was kept')
      await clearUnsentAnswers('a', there, { kind: 'saved', answers: 0, newer: 1, doubtful })
      await forgetUnsentOutcome('a', 'attempt')
    }
    expect((await openLocalDrafts('a'))('attempt').doubtful).toEqual(['q1', 'q2'])
    await keep('a', {})
    expect((await openLocalDrafts('a'))('attempt').doubtful).toBe(undefined)
  })

  it('a draft is not deleted when another page has opened the attempt meanwhile', async () => {
    await openLocalDrafts('a')
    for (const kind of ['saved', 'refused'] as const) {
      const [there] = await readUnsentAnswers('a')
      if (there) await clearUnsentAnswers('a', there, { kind, answers: 1, msg: '' })
      await keep('a', {})
      await forgetUnsentOutcome('a', 'attempt')
      expect(await readUnsentAnswers('a')).toMatchObject([{ paper: { outcome: null, marks: ['q2'] } }])
    }
  })

  it('a draft is not deleted while its answers wait to be sent again after a temporary refusal', async () => {
    await openLocalDrafts('a')
    await keep('a', { typed: { q1: makePendingAnswer(1, 'a') } })
    const [there] = await readUnsentAnswers('a')
    if (!there) throw new Error('nothing was kept')
    await clearUnsentAnswers('a', there, { kind: 'kept', msg: '' })
    await forgetUnsentOutcome('a', 'attempt')
    expect(await readUnsentAnswers('a')).toMatchObject([{ unsaved: { q1: { options: ['a'] } } }])
  })

  it('a draft stores the outcome of its unsent answers until the student has seen it', async () => {
    await openLocalDrafts('a')
    await keep('a', { typed: { q1: makePendingAnswer(1, 'a') } })
    const [there] = await readUnsentAnswers('a')
    if (!there) throw new Error('nothing was kept')
    await clearUnsentAnswers('a', there, { kind: 'refused', msg: '过晚' })
    expect(await readUnsentAnswers('a')).toMatchObject([
      { unsaved: {}, paper: { outcome: { kind: 'refused', msg: '过晚' } } },
    ])
    await forgetUnsentOutcome('a', 'attempt')
    expect(await readUnsentAnswers('a')).toEqual([])
  })
})
