import { expect, it, vi } from 'vitest'
import { runOneAtATime } from './one-at-a-time.ts'

it('a job requested while it runs is repeated exactly once', async () => {
  const ends: (() => void)[] = []
  const job = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const ask = runOneAtATime(job)
  for (const _ of [1, 2, 3]) ask()
  expect(job).toHaveBeenCalledTimes(1)
  ends.shift()?.()
  await vi.waitFor(() => expect(job).toHaveBeenCalledTimes(2))
  ends.shift()?.()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(job).toHaveBeenCalledTimes(2)
  ask()
  expect(job).toHaveBeenCalledTimes(3)
})
