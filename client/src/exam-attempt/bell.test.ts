import { describe, expect, it } from 'vitest'
import {
  ExamRoom,
  endedAttempt,
  examInfo,
  examResult,
  type Page,
  rungOffline,
} from '../../test/exam-world.ts'

const later = (world: ExamRoom) => {
  world.deadline += 600_000
  return { deadline: new Date(world.deadline).toISOString(), serverNow: world.iso }
}

describe('the bell rings after a hand-in that has not arrived', () => {
  /** Handed in a hundred seconds before the bell, with an answer that was not saved. */
  function handedInOffline(): { world: ExamRoom; page: Page } {
    const world = new ExamRoom()
    const page = world.enter()
    world.pass(1700)
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    world.deliver(page, 'lost')
    world.tell(page, { on: 'submit' })
    expect(page.sent).toMatchObject({ do: 'submit', answers: { q2: ['b'] } })
    world.deliver(page, 'lost')
    world.pass(120)
    world.deliver(page, 'lost')
    world.pass(20)
    return { world, page }
  }

  it('the answers are sealed as of the bell, and the server’s own submission is not the last word', () => {
    const { world, page } = handedInOffline()
    expect(page.state.phase).toBe('submitting')
    expect(page.sent).toMatchObject({ do: 'seal', seq: 1, answers: { q2: ['b'] } })
    const info = examInfo({
      state: 'FAILED',
      attempts: [endedAttempt(world.iso, { submittedBy: 'DEADLINE' })],
      serverNow: world.iso,
    })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state.phase).toBe('submitting')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
    expect(world.answers).toEqual({ q2: ['b'] })
  })

  it('where the bell was moved, the person’s own word is taken at once', () => {
    const { world, page } = handedInOffline()
    later(world)
    world.deliver(page, 'fine')
    expect(page.sent).toEqual({ do: 'submit', seq: 1, answers: { q2: ['b'] } })
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
  })
})

describe('the line is slow', () => {
  /** The first try of an answer is lost, the second takes nine seconds up; then the line is cut until after the bell. */
  function slowThenCut(): { world: ExamRoom; page: Page } {
    const world = new ExamRoom()
    Object.assign(world, { upMs: 40, downMs: 160 })
    const page = world.enter()
    world.pass(1700)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'lost')
    world.pass(1)
    Object.assign(world, { upMs: 8800, downMs: 200 })
    world.deliver(page, 'fine')
    expect(page.state.unsaved).toEqual({})
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    Object.assign(world, { upMs: 0, downMs: 0 })
    for (let turn = 0; turn < 9; turn += 1) {
      world.deliver(page, 'lost')
      world.pass(16)
    }
    world.ended = examResult({ submittedBy: 'DEADLINE' })
    return { world, page }
  }

  it('what is sealed says the bell, and no moment after it', () => {
    const { world, page } = slowThenCut()
    if (page.sent?.do !== 'seal') throw new Error('nothing is sealed')
    const { beacon, afterMs } = page.sent
    expect(Number(beacon.split('.')[0]) + afterMs).toBe(world.deadline)
    world.deliver(page, 'fine')
    expect(page.state.result?.submittedBy).toBe('SEALED')
  })

  it('a beacon that comes late does not take the place of a newer one', () => {
    const world = new ExamRoom()
    const page = world.enter()
    const older = world.beacon
    world.pass(5)
    world.beat(page)
    const { savedSeq, iso: serverNow } = world
    const late = { serverNow, deadline: serverNow, savedSeq, captures: [], beacon: older }
    world.tell(page, { on: 'beat', ...late, sentAt: world.now })
    expect(page.state.beacon).toBe(world.beacon)
  })
})

describe('the bell has rung here, and the server has moved it', () => {
  it('sealed answers are not taken: the attempt goes on, with them, and more may be answered', () => {
    const { world, page } = rungOffline()
    world.deliver(page, 'lost')
    world.pass(20)
    expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'] } })
    later(world)
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({
      ...{ phase: 'running', deadline: world.deadline, extendedTo: world.deadline, failures: 0 },
      answers: { q2: ['b'] },
    })
    expect(world.ended).toBeNull()
    // at once: what waited, and the captures that come with added time
    expect(page.sent).toMatchObject({ do: 'save', seq: 1, answers: { q2: ['b'] } })
    expect(page.commands.filter((command) => command.do === 'beat').length).toBeGreaterThan(0)
    world.deliver(page, 'fine')
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['a'], q2: ['b'] })
    // and ends at the new bell
    world.pass(580)
    expect(page.sent).toMatchObject({ do: 'submit' })
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
  })

  it('neither is what the clock hands in; what the person does, is', () => {
    const { world, page } = rungOffline()
    const bell = new Date(world.deadline).toISOString()
    expect(page.sent).toEqual({ do: 'submit', seq: 1, answers: { q2: ['b'] }, bell })
    later(world)
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('running')
    world.deliver(page, 'fine')
    later(world)
    world.tell(page, { on: 'submit' })
    expect(page.sent).toEqual({ do: 'submit', seq: 2, answers: {} })
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
  })

  it('a save or a sign of life that was on its way tells it, too', () => {
    for (const by of ['save', 'beat']) {
      const world = new ExamRoom()
      const page = world.enter()
      world.pass(1790)
      if (by === 'save') world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
      world.pass(10)
      expect(page.state.phase).toBe('expired')
      const moved = later(world)
      if (by === 'save') world.deliver(page, 'fine')
      else {
        const beat = { captures: [], beacon: 'beat', sentAt: world.now }
        world.tell(page, { on: 'beat', ...moved, ...beat })
      }
      expect(page.state).toMatchObject({ phase: 'running', extendedTo: world.deadline })
    }
  })

  it('a clock that is fast is set right, and nobody speaks of added time', () => {
    const world = new ExamRoom()
    const page = world.enter()
    world.pass(1790)
    const ahead = page.state.offset + 30_000
    page.state = { ...page.state, offset: ahead, deadline: page.state.deadline }
    world.tell(page, { on: 'tick' })
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'running', extendedTo: null, offset: world.skew })
    // until the bell
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    world.pass(10)
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
    expect(world.answers).toEqual({ q1: ['a'] })
  })

  it('added time before the bell is told as well', () => {
    const world = new ExamRoom()
    const page = world.enter()
    expect(page.state.extendedTo).toBeNull()
    world.pass(1000)
    later(world)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'running', extendedTo: world.deadline })
  })
})

describe('the server has heard the bell, and the page has not', () => {
  const deadlineResult = examResult({ submittedBy: 'DEADLINE', score: 20 })
  /** An answer is on its way half a minute before the bell by this page's clock, which had stood still. */
  function behind(): { world: ExamRoom; page: Page } {
    const world = new ExamRoom()
    const page = world.enter()
    world.pass(1000)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    world.pass(768)
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    world.ended = deadlineResult
    return { world, page }
  }
  const synced = (world: ExamRoom) => {
    const attempts = [endedAttempt(world.iso, deadlineResult)]
    return examInfo({ state: 'FAILED', attempts, serverNow: world.iso })
  }

  it('a save that comes too late is sealed, as of when its answer was typed', () => {
    const { world, page } = behind()
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('expired')
    expect(page.sent).toEqual({
      ...{ do: 'seal', seq: 2, answers: { q2: ['b'] }, beacon: world.beacon, afterMs: 768_000 },
    })
    expect(world.copy).toHaveProperty('q2')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({
      ...{ phase: 'submitted', unconfirmed: [], result: { submittedBy: 'SEALED' } },
    })
    expect(world.answers).toEqual({ q1: ['a'], q2: ['b'] })
    expect(world.copy).toEqual({})
  })

  it('so is what a sign of life, the server’s word on the attempt, or a hand-in finds too late', () => {
    for (const by of ['beat', 'sync', 'submit']) {
      const { world, page } = behind()
      world.deliver(page, 'lost')
      const data = { result: deadlineResult }
      const failure = { why: 'refused', key: 'exam.deadlinePassed', msg: '', data } as const
      if (by === 'beat') world.tell(page, { on: 'notBeaten', failure })
      if (by === 'sync') world.tell(page, { on: 'synced', info: synced(world), sentAt: world.now })
      if (by === 'submit') {
        world.tell(page, { on: 'submit' })
        expect(page.sent?.do).toBe('submit')
        world.deliver(page, 'fine')
      }
      expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'] } })
      world.deliver(page, 'lost')
      world.pass(20)
      world.deliver(page, 'fine')
      expect(page.state.result?.submittedBy).toBe('SEALED')
      expect(world.answers).toEqual({ q1: ['a'], q2: ['b'] })
    }
  })

  it('a save that had arrived leaves nothing to seal', () => {
    const { world, page } = behind()
    world.ended = null
    world.deliver(page, 'swallowed')
    world.pass(1)
    world.ended = deadlineResult
    const data = { result: deadlineResult }
    const failure = { why: 'refused', key: 'exam.deadlinePassed', msg: '', data } as const
    world.tell(page, { on: 'notBeaten', failure })
    expect(page.sent?.do).toBe('save')
    world.deliver(page, 'fine')
    expect(page.sent).toBeNull()
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
  })

  it('what is not taken is named beside the result, and stays on the device until then', () => {
    const { world, page } = behind()
    world.takesSealed = false
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    expect(world.copy).toHaveProperty('q2')
    world.tell(page, { on: 'synced', info: synced(world), sentAt: world.now })
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [2] })
  })

  it('one request that arrives, and whose answer does not, takes nothing of it away', () => {
    const { world, page } = behind()
    world.ended = null
    world.deliver(page, 'lost')
    world.pass(16)
    // heard at last, long after the beacon that the page has got
    world.deliver(page, 'swallowed')
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['c'] })
    world.pass(60)
    for (const seconds of [20, 40]) {
      world.deliver(page, 'lost')
      world.pass(seconds)
    }
    world.ended = deadlineResult
    world.tell(page, { on: 'online' })
    // what had arrived is told first
    for (let turn = 0; turn < 2; turn += 1) world.deliver(page, 'fine')
    expect(page.state.result?.submittedBy).toBe('SEALED')
    expect(world.answers).toEqual({ q1: ['c'], q2: ['b'] })
  })

  it('another device that went on working does', () => {
    const { world, page } = behind()
    world.ended = null
    world.elsewhere('q5', ['a'])
    world.ended = deadlineResult
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.state.sealRefused).toBe(true)
  })

  it('an attempt that somebody else ended is not sealed', () => {
    const { world, page } = behind()
    world.ended = examResult({ submittedBy: 'STUDENT' })
    world.deliver(page, 'fine')
    expect(page.sent).toBeNull()
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [2] })
  })
})
