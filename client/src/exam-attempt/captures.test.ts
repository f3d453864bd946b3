import { describe, expect, it } from 'vitest'
import { ExamRoom, type Page } from '../../test/exam-world.ts'
import { saveStateOf } from './state.ts'
import { nextWake } from './step.ts'

const room = () => new ExamRoom()

describe('captures', () => {
  const at = (seconds: number) => new Date(1_007_000 + seconds * 1000).toISOString()
  const plan = [
    { no: 1, dueAt: at(0), received: false },
    { no: 2, dueAt: at(100), received: false },
    { no: 3, dueAt: at(200), received: true },
  ]
  const ordered = (page: Page) =>
    page.commands.flatMap((command) => (command.do === 'capture' ? [command.no] : []))

  it('are taken when due, one after the other, and again when they did not arrive', () => {
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

  it('that were taken and have not arrived are sent after the end, at once when the network is back', () => {
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
    // what is due only now is not taken any more
    expect(page.state).toMatchObject({ phase: 'submitted', captures: [{ no: 1 }] })
    world.tell(page, { on: 'again' })
    world.pass(60)
    expect(ordered(page)).toEqual([1, 1, 1, 1, 1, 1, 1])
    world.tell(page, { on: 'captured', no: 1, outcome: 'done' })
    // the result may be 待核查 no longer
    expect(page.commands.at(-1)).toEqual({ do: 'sync' })
    expect(nextWake(page.state, world.now)).toBeNull()
  })

  it('are sent no longer than the server takes them; offline at the bell they are tried meanwhile', () => {
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
    expect(nextWake(page.state, world.now)).toBeNull()
    world.pass(20)
    world.tell(page, { on: 'online' })
    expect(ordered(page)).toEqual([1, 1, 1])
    // a wake in the past would come again and again
    expect(nextWake(page.state, world.now)).toBeNull()
  })

  it('are sent after the end for as long as the server says', () => {
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

  it('of time that was added are taken, too; a save that tells of it asks for them at once', () => {
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

  it('wait for a camera that is being opened, but not for ever, and hold nothing up', () => {
    const world = room()
    const page = world.enter(plan)
    world.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
    world.deliver(page, 'fine')
    expect(saveStateOf(page.state)).toBe('saved')
    expect(ordered(page)).toEqual([])
    world.pass(20)
    expect(ordered(page)).toEqual([1])
  })
})
