import { expect, it } from 'vitest'
import { ExamRoom, type Page } from '../../test/exam-world.ts'
import { saveStateOf } from './state.ts'
import { nextWake } from './step.ts'

/** A page of an attempt that was saved so often. */
function savedBefore(savedSeq: number): { world: ExamRoom; page: Page } {
  const world = new ExamRoom()
  world.savedSeq = savedSeq
  return { world, page: world.enter() }
}

const type = (world: ExamRoom, page: Page, option: string) =>
  world.tell(page, { on: 'answer', questionId: 'q1', options: [option] })

it('half of the saves go at once, the other half is spread over the time that is left', () => {
  const { world, page } = savedBefore(499)
  type(world, page, 'a')
  world.deliver(page, 'fine')
  expect(page.state.savedSeq).toBe(500)
  world.pass(1)
  type(world, page, 'b')
  expect(page.sent).toBeNull()
  expect(saveStateOf(page.state)).toBe('saving')
  // 1800 s for 450 saves
  expect((nextWake(page.state, world.now) ?? 0) - world.now).toBe(3000)
  world.pass(3)
  expect(page.sent).toMatchObject({ do: 'save', seq: 501, answers: { q1: ['b'] } })
})

it('whoever answers without end keeps some to the end', () => {
  const { world, page } = savedBefore(500)
  for (let turn = 0; page.state.phase === 'running'; turn += 1) {
    type(world, page, turn % 2 ? 'a' : 'b')
    world.deliver(page, 'fine')
    world.pass(1)
  }
  expect(world.savedSeq).toBeGreaterThan(900)
  expect(world.savedSeq).toBeLessThanOrEqual(950)
  world.deliver(page, 'fine')
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
})

it('what other devices have saved is asked for all the same', () => {
  const { world, page } = savedBefore(700)
  world.elsewhere('q2', ['b'])
  world.beat(page)
  world.deliver(page, 'fine')
  expect(page.state.answers).toEqual({ q2: ['b'] })
})

it('saved as often as may be, it stays on the device and goes with the hand-in; the page says so', () => {
  const { world, page } = savedBefore(1000)
  type(world, page, 'a')
  expect(page.sent).toBeNull()
  expect(saveStateOf(page.state)).toBe('spent')
  expect(world.copy).toHaveProperty('q1')
  world.tell(page, { on: 'submit' })
  expect(page.sent).toEqual({ do: 'submit', seq: 1001, answers: { q1: ['a'] } })
  world.deliver(page, 'fine')
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
})

it('a server that counts fewer ends no page', () => {
  const { world, page } = savedBefore(400)
  type(world, page, 'a')
  const failure = { why: 'refused', key: 'exam.savesSpent', msg: '', data: {} } as const
  world.tell(page, { on: 'notSent', failure, sentAt: world.now })
  expect(page.state).toMatchObject({ phase: 'running', unsaved: { q1: { options: ['a'] } } })
  world.tell(page, { on: 'submit' })
  expect(page.sent).toMatchObject({ do: 'submit', seq: 401 })
})
