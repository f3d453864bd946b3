import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExamRoom } from '../../test/exam-world.ts'
import { paper, typed } from '../../test/kept-paper.ts'
import {
  changeOf,
  forgetOutcome,
  forgetPapers,
  keepPaper,
  openKept,
  paperOf,
  readLeft,
  settleLeft,
} from './kept-papers.ts'

afterEach(async () => {
  for (const student of ['a', 'ab']) await forgetPapers(student)
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

  it('says which questions to look at until somebody sits it again, though the notice was seen', async () => {
    await openKept('a')
    await keep('a', { typed: { q1: typed(1, 'a') } })
    for (const doubtful of [['q1'], ['q1', 'q2']]) {
      const [there] = await readLeft('a')
      if (!there) throw new Error('nothing was kept')
      await settleLeft('a', there, { kind: 'saved', answers: 0, newer: 1, doubtful })
      await forgetOutcome('a', 'attempt')
    }
    expect((await openKept('a'))('attempt').doubtful).toEqual(['q1', 'q2'])
    await keep('a', {})
    expect((await openKept('a'))('attempt').doubtful).toBe(undefined)
  })

  it('stays for whoever sits it since, when another page has shown what became of it', async () => {
    await openKept('a')
    for (const kind of ['saved', 'refused'] as const) {
      const [there] = await readLeft('a')
      if (there) await settleLeft('a', there, { kind, answers: 1, msg: '' })
      // nothing is typed yet, or all is saved
      await keep('a', {})
      await forgetOutcome('a', 'attempt')
      expect(await readLeft('a')).toMatchObject([{ paper: { outcome: null, marks: ['q2'] } }])
    }
  })

  it('stays where answers wait that were refused, but not for good', async () => {
    await openKept('a')
    await keep('a', { typed: { q1: typed(1, 'a') } })
    const [there] = await readLeft('a')
    if (!there) throw new Error('nothing was kept')
    await settleLeft('a', there, { kind: 'kept', msg: '' })
    await forgetOutcome('a', 'attempt')
    expect(await readLeft('a')).toMatchObject([{ unsaved: { q1: { options: ['a'] } } }])
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
