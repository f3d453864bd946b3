import { expect, it, vi } from 'vitest'
import { acquireOpenAttemptLock, listAttemptsOpenElsewhere } from './send-unsent-answers.ts'

it('lists other pages that have an attempt open, but neither this page nor pages that only send unsent answers', async () => {
  const lock = (name: string, mode: string) => ({ name: `exam:${name}`, mode })
  const held = [lock('asleep', 'shared'), lock('sent', 'exclusive'), lock('here', 'shared')]
  const other = { name: 'other', mode: 'shared' }
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: [other, ...held] }), request: async () => {} },
  })
  const stop = acquireOpenAttemptLock('here')
  expect(await listAttemptsOpenElsewhere()).toEqual(['asleep'])
  stop()
  vi.stubGlobal('navigator', {})
  expect(await listAttemptsOpenElsewhere()).toEqual([])
  vi.unstubAllGlobals()
})
