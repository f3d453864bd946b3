import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { atMost } from './at-most.ts'

it('runs so many of a key at a time, all of them in the end, failed ones too', async () => {
  const limited = atMost(2)
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

it('keys do not wait for each other', async () => {
  const limited = atMost(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = limited('one', () => promise)
  expect(await limited('two', async () => 'done')).toBe('done')
  resolve()
  await held
})
