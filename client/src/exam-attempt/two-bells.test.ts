import { expect, it } from 'vitest'
import { ExamSimulation, makeDeadlineWhileOffline, makeExamResult } from '../../test/exam-world.ts'

const typedThere = (world: ExamSimulation) => ({
  on: 'elsewhere' as const,
  kept: { unsaved: { q3: { options: ['c'], at: world.now } }, marks: [], current: 0 },
})

it('an answer typed on another page before sealing joins the offline submission', () => {
  const { world, page } = makeDeadlineWhileOffline()
  expect(page.sent).toMatchObject({ do: 'submit', answers: { q2: ['b'] } })
  world.tell(page, typedThere(world))
  world.deliver(page, 'lost')
  world.pass(20)
  expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'], q3: ['c'] } })
  world.deliver(page, 'fine')
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
  expect(world.answers).toEqual({ q2: ['b'], q3: ['c'] })
})

it('an answer typed after sealing is not part of the offline submission', () => {
  const { world, page } = makeDeadlineWhileOffline()
  world.deliver(page, 'lost')
  world.pass(20)
  expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'] } })
  world.tell(page, typedThere(world))
  world.deliver(page, 'lost')
  world.pass(20)
  expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'] } })
})

it('an answer typed during the submission is named as unconfirmed', () => {
  const world = new ExamSimulation()
  const page = world.enter()
  world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
  world.deliver(page, 'fine')
  world.pass(1801)
  expect(page.sent).toMatchObject({ do: 'submit' })
  world.tell(page, typedThere(world))
  world.tell(page, { on: 'submitted', result: makeExamResult() })
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [3] })
})
