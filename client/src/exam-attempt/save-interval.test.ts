import { expect, it } from 'vitest'
import { ExamSimulation, type SimulatedExamPage } from '../../test/exam-world.ts'
import { answerSaveStateOf } from './state.ts'
import { nextAttemptWakeAt } from './step.ts'

function savedBefore(savedSeq: number): { world: ExamSimulation; page: SimulatedExamPage } {
  const world = new ExamSimulation()
  world.savedSeq = savedSeq
  return { world, page: world.enter() }
}

const type = (world: ExamSimulation, page: SimulatedExamPage, option: string) =>
  world.tell(page, { on: 'answer', questionId: 'q1', options: [option] })

it('half of the allowed saves of an attempt are sent at once, the others are spread over the remaining time', () => {
  const { world, page } = savedBefore(499)
  type(world, page, 'a')
  world.deliver(page, 'fine')
  expect(page.state.savedSeq).toBe(500)
  world.pass(1)
  type(world, page, 'b')
  expect(page.sent).toBeNull()
  expect(answerSaveStateOf(page.state)).toBe('saving')
  // 1800 seconds remain for 450 saves.
  expect((nextAttemptWakeAt(page.state, world.now) ?? 0) - world.now).toBe(3000)
  world.pass(3)
  expect(page.sent).toMatchObject({ do: 'save', seq: 501, answers: { q1: ['b'] } })
})

it('constant answering leaves some of the allowed saves for the end of the attempt', () => {
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

it('an exam page that spreads its saves over time still fetches the answers of other devices', () => {
  const { world, page } = savedBefore(700)
  world.elsewhere('q2', ['b'])
  world.beat(page)
  world.deliver(page, 'fine')
  expect(page.state.answers).toEqual({ q2: ['b'] })
})

it('without saves left, answers are stored and sent with the submission', () => {
  const { world, page } = savedBefore(1000)
  type(world, page, 'a')
  expect(page.sent).toBeNull()
  expect(answerSaveStateOf(page.state)).toBe('spent')
  expect(world.copy).toHaveProperty('q1')
  world.tell(page, { on: 'submit' })
  expect(page.sent).toEqual({ do: 'submit', seq: 1001, answers: { q1: ['a'] } })
  world.deliver(page, 'fine')
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
})

it('a server with a lower limit of saves does not end the exam page', () => {
  const { world, page } = savedBefore(400)
  type(world, page, 'a')
  const failure = { why: 'refused', key: 'exam.savesSpent', msg: '', data: {} } as const
  world.tell(page, { on: 'notSent', failure, sentAt: world.now })
  expect(page.state).toMatchObject({ phase: 'running', unsaved: { q1: { options: ['a'] } } })
  world.tell(page, { on: 'submit' })
  expect(page.sent).toMatchObject({ do: 'submit', seq: 401 })
})
