import { expect, it } from 'vitest'
import { ExamRoom, examResult, rungOffline } from '../../test/exam-world.ts'

const typedThere = (world: ExamRoom) => ({
  on: 'elsewhere' as const,
  kept: { unsaved: { q3: { options: ['c'], at: world.now } }, marks: [], current: 0 },
})

it('what is typed there meanwhile is sealed as well', () => {
  const { world, page } = rungOffline()
  expect(page.sent).toMatchObject({ do: 'submit', answers: { q2: ['b'] } })
  world.tell(page, typedThere(world))
  world.deliver(page, 'lost')
  world.pass(20)
  expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'], q3: ['c'] } })
  world.deliver(page, 'fine')
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [] })
  expect(world.answers).toEqual({ q2: ['b'], q3: ['c'] })
})

it('what comes after the sealing is not: one package is taken', () => {
  const { world, page } = rungOffline()
  world.deliver(page, 'lost')
  world.pass(20)
  expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'] } })
  world.tell(page, typedThere(world))
  world.deliver(page, 'lost')
  world.pass(20)
  expect(page.sent).toMatchObject({ do: 'seal', answers: { q2: ['b'] } })
})

it('what came while it was handed in is named', () => {
  const world = new ExamRoom()
  const page = world.enter()
  world.tell(page, { on: 'answer', questionId: 'q2', options: ['b'] })
  world.deliver(page, 'fine')
  world.pass(1801)
  expect(page.sent).toMatchObject({ do: 'submit' })
  world.tell(page, typedThere(world))
  world.tell(page, { on: 'submitted', result: examResult() })
  expect(page.state).toMatchObject({ phase: 'submitted', unconfirmed: [3] })
})
