import { describe, expect, it } from 'vitest'
import { ExamSimulation, type SimulatedExamPage } from '../../test/exam-world.ts'
import { answerSaveStateOf } from './state.ts'
import { nextAttemptWakeAt } from './step.ts'

const room = () => new ExamSimulation()

describe('capture uploads', () => {
  const at = (seconds: number) => new Date(1_007_000 + seconds * 1000).toISOString()
  const plan = [
    { no: 1, dueAt: at(0), received: false },
    { no: 2, dueAt: at(100), received: false },
    { no: 3, dueAt: at(200), received: true },
  ]
  const ordered = (page: SimulatedExamPage) =>
    page.commands.flatMap((command) => (command.do === 'capture' ? [command.no] : []))

  it('captures are taken when due, one at a time, and repeated after a failure', () => {
    const world = room()
    const page = world.enter(plan)
    expect(ordered(page)).toEqual([])
    world.tell(page, { on: 'camera', state: 'ready' })
    expect(ordered(page)).toEqual([1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    world.pass(4)
    expect(ordered(page)).toEqual([1])
    world.pass(1)
    world.tell(page, { on: 'captured', no: 1, outcome: 'done' })
    world.pass(95)
    expect(ordered(page)).toEqual([1, 1, 2])
    world.tell(page, { on: 'captured', no: 2, outcome: 'done' })
    world.pass(200)
    expect(ordered(page)).toEqual([1, 1, 2])
  })

  it('captures taken before the end of the attempt are sent after it, at once when back online', () => {
    const world = room()
    const page = world.enter(plan)
    world.tell(page, { on: 'camera', state: 'ready' })
    for (const _ of [1, 2, 3, 4, 5]) {
      world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
      world.tell(page, { on: 'online' })
    }
    expect(ordered(page)).toEqual([1, 1, 1, 1, 1, 1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    world.tell(page, { on: 'submit' })
    world.deliver(page, 'fine')
    // A capture that falls due now is not taken any more.
    expect(page.state).toMatchObject({ phase: 'submitted', captures: [{ no: 1 }] })
    world.tell(page, { on: 'again' })
    world.pass(60)
    expect(ordered(page)).toEqual([1, 1, 1, 1, 1, 1, 1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'done' })
    // The result may no longer be 待核查.
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    expect(nextAttemptWakeAt(page.state, world.now)).toBeNull()
  })

  it('captures are retried offline and dropped when the server takes no more', () => {
    const world = room()
    const page = world.enter(plan.slice(0, 1))
    world.tell(page, { on: 'camera', state: 'ready' })
    world.pass(1800)
    expect(page.state.phase).toBe('expired')
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    world.deliver(page, 'lost')
    world.pass(60)
    expect(ordered(page)).toEqual([1, 1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    world.deliver(page, 'fine')
    expect(page.state.phase).toBe('submitted')
    world.pass(230)
    expect(ordered(page)).toEqual([1, 1, 1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    expect(nextAttemptWakeAt(page.state, world.now)).toBeNull()
    world.pass(20)
    world.tell(page, { on: 'online' })
    expect(ordered(page)).toEqual([1, 1, 1])
    // A wake-up time in the past would fire forever.
    expect(nextAttemptWakeAt(page.state, world.now)).toBeNull()
  })

  it('captures are sent after the end until the server’s time limit', () => {
    const world = room()
    world.captureLateSeconds = 30
    const page = world.enter(plan.slice(0, 1))
    world.tell(page, { on: 'camera', state: 'ready' })
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    world.tell(page, { on: 'submit' })
    world.deliver(page, 'fine')
    world.pass(10)
    expect(ordered(page)).toEqual([1, 1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'again' })
    world.pass(21)
    world.tell(page, { on: 'online' })
    expect(ordered(page)).toEqual([1, 1])
  })

  it('after added exam time a save triggers a heartbeat, which brings the new captures to take', () => {
    const world = room()
    const page = world.enter(plan.slice(0, 1))
    world.tell(page, { on: 'camera', state: 'ready' })
    world.tell(page, { on: 'captured', no: 1, outcome: 'done' })
    world.deadline += 600_000
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(page.commands.filter((command) => command.do === 'beat')).toHaveLength(1)
    const deadline = new Date(world.deadline).toISOString()
    const captures = [1, 2].map((no) => ({ no, dueAt: at(50) }))
    const beat = { serverNow: world.iso, deadline, captures, beacon: 'beat', sentAt: world.now }
    world.tell(page, { on: 'beat', ...beat })
    expect(ordered(page)).toEqual([1])
    world.pass(60)
    expect(ordered(page)).toEqual([1, 2])
  })

  it('captures wait briefly for an opening camera and delay nothing else', () => {
    const world = room()
    const page = world.enter(plan)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(answerSaveStateOf(page.state)).toBe('saved')
    expect(ordered(page)).toEqual([])
    world.pass(20)
    expect(ordered(page)).toEqual([1])
  })
})
