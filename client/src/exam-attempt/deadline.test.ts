import { describe, expect, it } from 'vitest'
import type { SimulatedExamPage } from '../../test/exam-world.ts'
import {
  ExamSimulation,
  makeDeadlineWhileOffline,
  makeEndedAttempt,
  makeExamInfo,
  makeExamResult,
} from '../../test/exam-world.ts'

const later = (world: ExamSimulation) => {
  world.deadline += 600_000
  return { deadline: new Date(world.deadline).toISOString(), serverNow: world.iso }
}

describe('deadline after an undelivered submission', () => {
  /** The exam was submitted offline 100 seconds before the deadline, with an unsaved answer. */
  function handedInOffline(): { world: ExamSimulation; page: SimulatedExamPage } {
    const world = new ExamSimulation()
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

  it('answers submitted before the deadline become an offline submission', () => {
    const { world, page } = handedInOffline()
    expect(page.state.phase).toBe('submitting')
    expect(page.sent).toMatchObject({ do: 'seal', seq: 1, answers: { q2: ['b'] } })
    const info = makeExamInfo({
      state: 'FAILED',
      attempts: [makeEndedAttempt(world.iso, { submittedBy: 'DEADLINE' })],
      serverNow: world.iso,
    })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state.phase).toBe('submitting')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
    expect(world.answers).toEqual({ q2: ['b'] })
  })

  it('a submission that is retried late is accepted at once when the deadline was moved', () => {
    const { world, page } = handedInOffline()
    later(world)
    world.deliver(page, 'fine')
    expect(page.sent).toEqual({ do: 'submit', seq: 1, answers: { q2: ['b'] } })
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
  })
})

describe('slow connection at the deadline', () => {
  /**
   * The response to a save is lost, the next one takes nine seconds, then the network is gone until after the deadline.
   */
  function slowThenCut(): { world: ExamSimulation; page: SimulatedExamPage } {
    const world = new ExamSimulation()
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
    world.ended = makeExamResult({ submittedBy: 'DEADLINE' })
    return { world, page }
  }

  it('an offline submission over a slow connection is dated no later than the deadline', () => {
    const { world, page } = slowThenCut()
    if (page.sent?.do !== 'seal') throw new Error('nothing is sealed')
    const { beacon, afterMs } = page.sent
    expect(Number(beacon.split('.')[0]) + afterMs).toBe(world.deadline)
    world.deliver(page, 'fine')
    expect(page.state.result?.submittedBy).toBe('SEALED')
  })

  it('a time beacon that arrives late does not replace a newer one', () => {
    const world = new ExamSimulation()
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

describe('deadline moved by the server after it passed on the page', () => {
  it('a refused offline submission continues the attempt with its answers', () => {
    const { world, page } = makeDeadlineWhileOffline()
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
    expect(page.sent).toMatchObject({ do: 'save', seq: 1, answers: { q2: ['b'] } })
    expect(page.commands.filter((command) => command.do === 'beat').length).toBeGreaterThan(0)
    world.deliver(page, 'fine')
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['a'], q2: ['b'] })
    world.pass(580)
    expect(page.sent).toMatchObject({ do: 'submit' })
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
  })

  it('after an extension, an automatic submission is refused, the student’s own is not', () => {
    const { world, page } = makeDeadlineWhileOffline()
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

  it('a save or heartbeat on its way also reports a moved deadline', () => {
    for (const by of ['save', 'beat']) {
      const world = new ExamSimulation()
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

  it('an end caused by a fast device clock is corrected without mentioning added time', () => {
    const world = new ExamSimulation()
    const page = world.enter()
    world.pass(1790)
    const ahead = page.state.offset + 30_000
    page.state = { ...page.state, offset: ahead, deadline: page.state.deadline }
    world.tell(page, { on: 'tick' })
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'running', extendedTo: null, offset: world.skew })
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    world.pass(10)
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
    expect(world.answers).toEqual({ q1: ['a'] })
  })

  it('a deadline moved before it passes is shown as well', () => {
    const world = new ExamSimulation()
    const page = world.enter()
    expect(page.state.extendedTo).toBeNull()
    world.pass(1000)
    later(world)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'running', extendedTo: world.deadline })
  })
})

describe('deadline passed on the server before the page', () => {
  const deadlineResult = makeExamResult({ submittedBy: 'DEADLINE', score: 20 })
  /** The page's clock stood still, so the page sends an answer 30 seconds before its own deadline. */
  function behind(): { world: ExamSimulation; page: SimulatedExamPage } {
    const world = new ExamSimulation()
    const page = world.enter()
    world.pass(1000)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    world.pass(768)
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    world.ended = deadlineResult
    return { world, page }
  }
  const synced = (world: ExamSimulation) => {
    const attempts = [makeEndedAttempt(world.iso, deadlineResult)]
    return makeExamInfo({ state: 'FAILED', attempts, serverNow: world.iso })
  }

  it('a save after the deadline becomes an offline submission with the time of typing', () => {
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

  it('a heartbeat, sync or submission that is too late starts an offline submission', () => {
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

  it('a save that arrived in time leaves nothing for an offline submission', () => {
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

  it('refused answers stay stored until they are named beside the result', () => {
    const { world, page } = behind()
    world.takesSealed = false
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    expect(world.copy).toHaveProperty('q2')
    world.tell(page, { on: 'synced', info: synced(world), sentAt: world.now })
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [2] })
  })

  it('an answer whose save got no response is part of the offline submission', () => {
    const { world, page } = behind()
    world.ended = null
    world.deliver(page, 'lost')
    world.pass(16)
    // The server receives the save long after the time beacon.
    world.deliver(page, 'swallowed')
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['c'] })
    world.pass(60)
    for (const seconds of [20, 40]) {
      world.deliver(page, 'lost')
      world.pass(seconds)
    }
    world.ended = deadlineResult
    world.tell(page, { on: 'online' })
    for (let turn = 0; turn < 2; turn += 1) world.deliver(page, 'fine')
    expect(page.state.result?.submittedBy).toBe('SEALED')
    expect(world.answers).toEqual({ q1: ['c'], q2: ['b'] })
  })

  it('an offline submission is refused when another device saved a later answer', () => {
    const { world, page } = behind()
    world.ended = null
    world.elsewhere('q5', ['a'])
    world.ended = deadlineResult
    world.deliver(page, 'fine')
    world.deliver(page, 'fine')
    expect(page.state.sealRefused).toBe(true)
  })

  it('an attempt submitted elsewhere accepts no offline submission', () => {
    const { world, page } = behind()
    world.ended = makeExamResult({ submittedBy: 'STUDENT' })
    world.deliver(page, 'fine')
    expect(page.sent).toBeNull()
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [2] })
  })
})
