import { expect, it } from 'vitest'
import { idleStep } from './idle.ts'

const minutes = (count: number) => count * 60_000

it.each([
  ['work just now, told just now', { now: 10, activeAt: 10, calledAt: 10 }, 'rest'],
  ['work, but the server has not heard for 5', { now: 6, activeAt: 5.5, calledAt: 1 }, 'renew'],
  ['no work since the server heard', { now: 20, activeAt: 1, calledAt: 1 }, 'rest'],
  ['28 minutes without work', { now: 28, activeAt: 0, calledAt: 3 }, 'warn'],
  ['30 minutes, as when a lid was closed', { now: 300, activeAt: 0, calledAt: 3 }, 'leave'],
] as const)('%s', (_, { now, activeAt, calledAt }, step) => {
  const clocks = { now: minutes(now), activeAt: minutes(activeAt), calledAt: minutes(calledAt) }
  expect(idleStep({ ...clocks, limit: minutes(30) })).toBe(step)
})

it('goes by the limit it is told', () => {
  const at = (now: number) =>
    idleStep({ now: minutes(now), activeAt: 0, calledAt: 0, limit: minutes(10) })
  expect([7, 8, 9, 10].map(at)).toEqual(['rest', 'warn', 'warn', 'leave'])
})
