import { describe, expect, it } from 'vitest'
import { ExamRoom, endedAttempt, examInfo, examResult, Page } from '../../test/exam-world.ts'
import { mayBegin } from './entering.ts'
import { type AttemptEvent, remainingSeconds, saveStateOf, unansweredNumbers } from './state.ts'
import { nextWake } from './step.ts'

const room = () => new ExamRoom()

function before(change = {}): { page: Page; tell: (event: AttemptEvent) => void } {
  const page = new Page(examInfo(change))
  const world = room()
  return { page, tell: (event) => world.tell(page, event) }
}

describe('before an attempt', () => {
  it('camera mode begins only once the camera is ready; manual mode needs none', () => {
    const { page, tell } = before()
    expect(page.state).toMatchObject({ phase: 'ready', mode: 'CAMERA', camera: 'off' })
    tell({ on: 'begin' })
    expect(page.state.phase).toBe('ready')
    tell({ on: 'checkCamera' })
    expect(page.state).toMatchObject({ phase: 'camera-check', camera: 'checking' })
    tell({ on: 'camera', state: 'none' })
    expect(mayBegin(page.state)).toBe(false)
    tell({ on: 'choose', mode: 'MANUAL' })
    expect(page.state.phase).toBe('ready')
    tell({ on: 'begin' })
    tell({ on: 'consented' })
    expect(page.commands.map((command) => command.do)).toEqual([
      'openCamera',
      'closeCamera',
      'consent',
      'start',
    ])
    expect(page.state.phase).toBe('starting')
  })

  it('a failed start says why and can be tried again', () => {
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

  it('locked is locked, until the server says otherwise', () => {
    const { page, tell } = before({ state: 'LOCKED', lockedBecause: 'NOT_STUDIED' })
    tell({ on: 'choose', mode: 'MANUAL' })
    tell({ on: 'begin' })
    expect(page.state.phase).toBe('locked')
    expect(page.commands).toEqual([])
    tell({ on: 'info', info: examInfo() })
    expect(page.state.phase).toBe('ready')
  })

  it('a pass that was voided can be taken again, but not once the study time is over', () => {
    expect(before({ state: 'VOID', attemptsLeft: 2 }).page.state.phase).toBe('ready')
    for (const change of [{ lockedBecause: 'CLOSED' as const }, { attemptsLeft: 0 }])
      expect(before({ state: 'VOID', attemptsLeft: 2, ...change }).page.state.phase).toBe('locked')
  })

  it('goes on with a running attempt without asking for consent again, and only with that one', () => {
    const { page, tell } = before({ state: 'RUNNING', runningAttemptId: 'attempt' })
    tell({ on: 'begin' })
    expect(page.commands).toEqual([{ do: 'start', resume: 'attempt' }])
    const data = { result: examResult() }
    tell({ on: 'notStarted', failure: { why: 'refused', key: 'exam.submitted', msg: '', data } })
    expect(page.state).toMatchObject({ phase: 'submitted', ended: 'attempt' })
    // an answer from before the end must not offer to go on with it
    tell({ on: 'info', info: examInfo({ state: 'RUNNING', runningAttemptId: 'attempt' }) })
    tell({ on: 'again' })
    expect(page.state.info.runningAttemptId).toBeNull()
  })
})

describe('during an attempt', () => {
  it('saves every change, one request at a time, later ones together', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    expect(page.sent).toMatchObject({ do: 'save', seq: 1, answers: { q1: ['a'] } })
    world.now += 1
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['b'] })
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['c'] })
    expect(saveStateOf(page.state)).toBe('saving')
    world.deliver(page, 'fine')
    expect(page.sent).toMatchObject({ do: 'save', seq: 2, answers: { q1: ['b'], q2: ['c'] } })
    world.deliver(page, 'fine')
    expect(saveStateOf(page.state)).toBe('saved')
    expect(unansweredNumbers(page.state)).toEqual([3, 4, 5])
  })

  it('takes no answer that is not on the paper', () => {
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

  it('offline: keeps on the device, waits longer each time, goes at once when the network is back', () => {
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
    expect(saveStateOf(page.state)).toBe('offline')
    expect(world.copy).toMatchObject({ q1: { options: ['a'] } })
    world.tell(page, { on: 'online' })
    world.deliver(page, 'fine')
    expect(saveStateOf(page.state)).toBe('saved')
  })

  it('merges with what another device has saved', () => {
    const world = room()
    const page = world.enter()
    world.elsewhere('q2', ['d'])
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(page.state.answers).toEqual({ q1: ['a'], q2: ['d'] })
    world.deliver(page, 'fine')
    expect(world.answers).toEqual({ q1: ['a'], q2: ['d'] })
  })

  it('counts down to the deadline by the clock of the server, and submits at zero', () => {
    const world = room()
    const page = world.enter()
    expect(remainingSeconds(page.state, world.now)).toBe(1800)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.pass(1799.5)
    expect(page.state.phase).toBe('running')
    world.pass(0.5)
    expect(page.state.phase).toBe('expired')
    // the save under way comes first
    world.deliver(page, 'fine')
    expect(page.sent).toMatchObject({ do: 'submit', seq: 2, answers: {} })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', result: { score: 60 } })
    expect(nextWake(page.state, world.now)).toBeNull()
  })

  it('shows the result of a server that was first, and which answers came too late', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['a'] })
    world.ended = examResult({ submittedBy: 'STAFF' })
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({
      phase: 'submitted',
      unconfirmed: [2],
      result: { submittedBy: 'STAFF' },
    })
  })

  it('a page that comes back asks the server, and learns that the attempt has ended', () => {
    const world = room()
    const page = world.enter()
    world.pass(60)
    world.tell(page, { on: 'shown' })
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    const attempts = [endedAttempt(world.iso)]
    const info = examInfo({ state: 'PASSED', attempts, serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state).toMatchObject({ phase: 'submitted', result: { score: 60 } })
  })

  it('signed out: sends nothing more and loses nothing', () => {
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

describe('out of reach', () => {
  it('at the bell: what is unsaved is sealed, with the last time beacon and its age at the bell', () => {
    const world = room()
    const page = world.enter()
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    const { beacon } = world
    world.pass(100)
    world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
    world.deliver(page, 'lost')
    world.pass(1700)
    // on its way when the bell rang: an ordinary submission
    expect(page.sent).toMatchObject({ do: 'submit' })
    world.deliver(page, 'lost')
    world.pass(20)
    expect(page.sent).toMatchObject({
      ...{ do: 'seal', seq: 2, answers: { q2: ['b'] }, beacon, afterMs: 1_800_000 },
    })
    // what the server submitted meanwhile is not the last word while they are on their way
    const attempts = [endedAttempt(world.iso, { submittedBy: 'DEADLINE', score: 20 })]
    const info = examInfo({ state: 'FAILED', attempts, serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state.phase).toBe('expired')
    world.deliver(page, 'fine')
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
  })

  it('the first save that gets through renews the time beacon', () => {
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

  it('what failed as the network came back is tried again at once, and when the server is heard', () => {
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
    const info = examInfo({ state: 'RUNNING', runningAttemptId: 'a1', serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.sent).toMatchObject({ do: 'save', answers: { q1: ['a'] } })
  })

  it('sealed answers that the server will not have: its own result is shown, and which answers it lacks', () => {
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
    // nor does a question that fails end it: the next comes in a while, no sooner
    expect((nextWake(page.state, world.now) ?? 0) - world.now).toBe(15_000)
    world.pass(15)
    expect(page.commands.slice(-2)).toEqual([{ do: 'sync' }, { do: 'sync' }])
    // the network is back: once is enough
    const before = page.commands.length
    world.tell(page, { on: 'online' })
    expect(page.commands.slice(before)).toEqual([{ do: 'sync' }])
    world.tell(page, { on: 'synced', info: examInfo({ attempts: [] }), sentAt: world.now })
    expect((nextWake(page.state, world.now) ?? 0) - world.now).toBe(15_000)
    world.pass(60)
    expect(page.sent).toBeNull()
    const attempts = [endedAttempt(world.iso, { submittedBy: 'DEADLINE' })]
    const info = examInfo({ state: 'FAILED', attempts, serverNow: world.iso })
    world.tell(page, { on: 'synced', info, sentAt: world.now })
    expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [2] })
  })

  it('a quiet page gives a sign of life, and hears of a deadline that was moved', () => {
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
    const result = examResult({ submittedBy: 'STAFF' })
    const failure = { why: 'refused', key: 'exam.submitted', msg: '', data: { result } } as const
    world.tell(page, { on: 'notBeaten', failure })
    expect(page.state).toMatchObject({ phase: 'submitted', result: { submittedBy: 'STAFF' } })
  })
})
