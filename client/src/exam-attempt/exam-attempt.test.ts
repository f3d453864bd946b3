import { describe, expect, it } from 'vitest'
import {
  ExamSimulation,
  makeEndedAttempt,
  makeExamInfo,
  makeExamResult,
  SimulatedExamPage,
} from '../../test/exam-world.ts'
import { isReadyToBegin } from './enter.ts'
import { type AttemptEvent, answerSaveStateOf, remainingSeconds, unansweredQuestionNumbers } from './state.ts'
import { nextAttemptWakeAt } from './step.ts'

const room = () => new ExamSimulation()

function before(change = {}): { page: SimulatedExamPage; tell: (event: AttemptEvent) => void } {
  const page = new SimulatedExamPage(makeExamInfo(change))
  const world = room()
  return { page, tell: (event) => world.tell(page, event) }
}

describe('exam entrance', () => {
  it('an exam begins with a ready camera in camera mode, and without one in manual mode', () => {
    const { page, tell } = before()
    expect(page.state).toMatchObject({ phase: 'ready', mode: 'CAMERA', camera: 'off' })
    tell({ on: 'begin' })
    expect(page.state.phase).toBe('ready')
    tell({ on: 'checkCamera' })
    expect(page.state).toMatchObject({ phase: 'camera-check', camera: 'checking' })
    tell({ on: 'camera', state: 'none' })
    expect(isReadyToBegin(page.state)).toBe(false)
    tell({ on: 'choose', mode: 'MANUAL' })
    expect(page.state.phase).toBe('ready')
    tell({ on: 'begin' })
    tell({ on: 'consented' })
    expect(page.commands.map((command) => command.do)).toEqual(['openCamera', 'closeCamera', 'consent', 'start'])
    expect(page.state.phase).toBe('starting')
  })

  it('a failed start of an attempt shows its reason and can be repeated', () => {
    const { page, tell } = before()
    tell({ on: 'choose', mode: 'MANUAL' })
    tell({ on: 'begin' })
    tell({ on: 'notStarted', failure: { why: 'unsent' } })
    expect(page.state.phase).toBe('ready')
    expect(page.state.problem).toContain('没有连上服务器')
    tell({ on: 'begin' })
    const data = { version: 'v2' }
    const failure = {
      why: 'refused',
      key: 'exam.consentOutdated',
      msg: '须知已更新',
      data,
    } as const
    tell({ on: 'notStarted', failure })
    expect(page.state.problem).toBe('须知已更新')
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
  })

  it('a locked exam stays locked until the server unlocks it', () => {
    const { page, tell } = before({ state: 'LOCKED', lockedBecause: 'NOT_STUDIED' })
    tell({ on: 'choose', mode: 'MANUAL' })
    tell({ on: 'begin' })
    expect(page.state.phase).toBe('locked')
    expect(page.commands).toEqual([])
    tell({ on: 'info', info: makeExamInfo() })
    expect(page.state.phase).toBe('ready')
  })

  it('a voided passed exam can be repeated, but not after the study time', () => {
    expect(before({ state: 'VOID', attemptsLeft: 2 }).page.state.phase).toBe('ready')
    for (const change of [{ lockedBecause: 'CLOSED' as const }, { attemptsLeft: 0 }])
      expect(before({ state: 'VOID', attemptsLeft: 2, ...change }).page.state.phase).toBe('locked')
  })

  it('only the running attempt can be continued, without asking for consent again', () => {
    const { page, tell } = before({ state: 'RUNNING', runningAttemptId: 'attempt' })
    tell({ on: 'begin' })
    expect(page.commands).toEqual([{ do: 'start', resume: 'attempt' }])
    const data = { result: makeExamResult() }
    tell({ on: 'notStarted', failure: { why: 'refused', key: 'exam.submitted', msg: '', data } })
    expect(page.state).toMatchObject({ phase: 'submitted', ended: 'attempt' })
    tell({ on: 'info', info: makeExamInfo({ state: 'RUNNING', runningAttemptId: 'attempt' }) })
    tell({ on: 'again' })
    expect(page.state.info.runningAttemptId).toBeNull()
  })
})

describe('running attempt', () => {
  it('an attempt saves every change, one request at a time, and bundles later changes', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    expect(page.sent).toMatchObject({ do: 'save', seq: 1, answers: { q1: ['a'] } })
    world.now += 1
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['c'] })
    expect(answerSaveStateOf(page.state)).toBe('saving')
    world.deliver(page, 'fine')
    expect(page.sent).toMatchObject({ do: 'save', seq: 2, answers: { q1: ['b'], q2: ['c'] } })
    world.deliver(page, 'fine')
    expect(answerSaveStateOf(page.state)).toBe('saved')
    expect(unansweredQuestionNumbers(page.state)).toEqual([3, 4, 5])
  })

  it('an attempt ignores answers that are not on its paper', () => {
    const world = room()
    const page = world.enter()
    for (const [questionId, options] of [
      ['q1', ['a', 'b']],
      ['q1', ['x']],
      ['q3', ['a', 'a']],
      ['q9', ['a']],
    ] as const)
      world.tell(page, { on: 'answer', questionId, options: [...options] })
    expect(page.sent).toBeNull()
  })

  it('offline answers are stored, retried with growing delays, and sent when online', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    const waits = [0, 0, 0, 0, 0, 0].map(() => {
      world.deliver(page, 'lost')
      const wait = page.state.retryAt - world.now
      world.pass(wait / 1000)
      return wait
    })
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
    world.deliver(page, 'lost')
    expect(answerSaveStateOf(page.state)).toBe('offline')
    expect(world.copy).toMatchObject({ q1: { options: ['a'] } })
    world.tell(page, { on: 'online' })
    world.deliver(page, 'fine')
    expect(answerSaveStateOf(page.state)).toBe('saved')
  })

  it('an attempt merges answers saved by another device', () => {
    const world = room()
    const page = world.enter()
    world.elsewhere('q2', ['d'])
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(page.state.answers).toEqual({ q1: ['a'], q2: ['d'] })
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['a'], q2: ['d'] })
  })

  it('an attempt ends by the server’s clock and submits at zero', () => {
    const world = room()
    const page = world.enter()
    expect(remainingSeconds(page.state, world.now)).toBe(1800)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.pass(1799.5)
    expect(page.state.phase).toBe('running')
    world.pass(0.5)
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.sent).toMatchObject({ do: 'submit', seq: 2, answers: {} })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', result: { score: 60 } })
    expect(nextAttemptWakeAt(page.state, world.now)).toBeNull()
  })

  it('a submission by the server shows its result and the answers that came too late', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['a'] })
    world.ended = makeExamResult({ submittedBy: 'STAFF' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({
      phase: 'submitted',
      unconfirmed: [2],
      result: { submittedBy: 'STAFF' },
    })
  })

  it('an exam page shown again asks the server and learns that the attempt has ended', () => {
    const world = room()
    const page = world.enter()
    world.pass(60)
    world.tell(page, { on: 'shown' })
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    const attempts = [makeEndedAttempt(world.iso)]
    const info = makeExamInfo({ state: 'PASSED', attempts, serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state).toMatchObject({ phase: 'submitted', result: { score: 60 } })
  })

  it('after a sign-out an attempt sends nothing and loses nothing', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    page.sent = null
    world.tell(page, { on: 'notSent', failure: { why: 'signedOut' }, sentAt: world.now })
    world.pass(60)
    expect(page.sent).toBeNull()
    expect(world.copy).toHaveProperty('q1')
  })
})

describe('attempt without a network', () => {
  it('at the deadline, unsaved answers are sealed with the last time beacon', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    const { beacon } = world
    world.pass(100)
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    world.deliver(page, 'lost')
    world.pass(1700)
    // The submission was on its way at the deadline, so it stays an ordinary submission.
    expect(page.sent).toMatchObject({ do: 'submit' })
    world.deliver(page, 'lost')
    world.pass(20)
    expect(page.sent).toMatchObject({
      ...{ do: 'seal', seq: 2, answers: { q2: ['b'] }, beacon, afterMs: 1_800_000 },
    })
    // The server's own submission is not final while these answers are on their way.
    const attempts = [makeEndedAttempt(world.iso, { submittedBy: 'DEADLINE', score: 20 })]
    const info = makeExamInfo({ state: 'FAILED', attempts, serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
  })

  it('the first successful save renews the time beacon', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    for (const seconds of [60, 60]) {
      world.deliver(page, 'lost')
      world.pass(seconds)
    }
    world.deliver(page, 'fine')
    expect(page.state.beacon).toBe(`${world.now + world.skew}.mac`)
  })

  it('failed saves are repeated at once when the network or the server is back', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    for (const seconds of [1, 2, 4, 8]) {
      world.deliver(page, 'lost')
      world.pass(seconds)
    }
    world.tell(page, { on: 'online' })
    world.deliver(page, 'lost')
    world.pass(2)
    expect(page.sent).toMatchObject({ do: 'save', answers: { q1: ['a'] } })
    world.deliver(page, 'lost')
    world.pass(2)
    expect(page.sent).toBeNull()
    const info = makeExamInfo({ state: 'RUNNING', runningAttemptId: 'a1', serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.sent).toMatchObject({ do: 'save', answers: { q1: ['a'] } })
  })

  it('a refused offline submission shows the server’s result and missing answers', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    world.deliver(page, 'lost')
    world.pass(1900)
    world.deliver(page, 'lost')
    world.pass(20)
    page.sent = null
    const failure = { why: 'refused', key: 'exam.sealedLate', msg: '过晚', data: {} } as const
    world.tell(page, { on: 'notSent', failure, sentAt: world.now })
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    expect((nextAttemptWakeAt(page.state, world.now) ?? 0) - world.now).toBe(15_000)
    world.pass(15)
    expect(page.commands.slice(-2)).toEqual([{ do: 'sync' }, { do: 'sync' }])
    // One retry is enough when the network is back.
    const before = page.commands.length
    world.tell(page, { on: 'online' })
    expect(page.commands.slice(before)).toEqual([{ do: 'sync' }])
    world.tell(page, { on: 'synced', info: makeExamInfo({ attempts: [] }), sentAt: world.now })
    expect((nextAttemptWakeAt(page.state, world.now) ?? 0) - world.now).toBe(15_000)
    world.pass(60)
    expect(page.sent).toBeNull()
    const attempts = [makeEndedAttempt(world.iso, { submittedBy: 'DEADLINE' })]
    const info = makeExamInfo({ state: 'FAILED', attempts, serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [2] })
  })

  it('an idle exam page sends heartbeats and learns of a moved deadline', () => {
    const world = room()
    const page = world.enter()
    world.pass(25)
    expect(page.commands.at(-1)).toEqual({ do: 'beat' })
    const deadline = new Date(world.deadline + 600_000).toISOString()
    const beacon = `${world.now + world.skew}.mac`
    const beat = { serverNow: world.iso, deadline, captures: [], beacon, sentAt: world.now }
    world.tell(page, { on: 'beat', ...beat })
    expect(page.state).toMatchObject({ deadline: world.deadline + 600_000, beacon })
    world.pass(25)
    const result = makeExamResult({ submittedBy: 'STAFF' })
    const failure = { why: 'refused', key: 'exam.submitted', msg: '', data: { result } } as const
    world.tell(page, { on: 'notBeaten', failure })
    expect(page.state).toMatchObject({ phase: 'submitted', result: { submittedBy: 'STAFF' } })
  })
})
