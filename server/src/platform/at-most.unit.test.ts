import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency } from './batches.ts'

it('a concurrency limit runs at most the given number of tasks per key at once, and finally runs all tasks', async () => {
  const limited = limitConcurrency(2)
  let running = 0
  let most = 0
  const work = (fails: boolean) => async () => {
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
    if (fails) throw new Error('failed')
    return 'done'
  }
  const results = await Promise.allSettled(
    [false, true, false, true, false, false].map((fails) => limited('one', work(fails))),
  )
  expect(most).toBe(2)
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(await limited('one', work(false))).toBe('done')
})

it('a concurrency limit does not let the tasks of one key wait for another key', async () => {
  const limited = limitConcurrency(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = limited('one', () => promise)
  expect(await limited('two', async () => 'done')).toBe('done')
  resolve()
  await held
})
