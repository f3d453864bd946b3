import { expect, it, vi } from 'vitest'
import { listSatElsewhere, whileSitting } from './left-answers.ts'

it('a page that sits an attempt is told from one that sends what was left of it, and from this one', async () => {
  const lock = (name: string, mode: string) => ({ name: `exam:${name}`, mode })
  const held = [lock('asleep', 'shared'), lock('sent', 'exclusive'), lock('here', 'shared')]
  const other = { name: 'other', mode: 'shared' }
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: [other, ...held] }), request: async () => {} },
  })
  const stop = whileSitting('here')
  expect(await listSatElsewhere()).toEqual(['asleep'])
  stop()
  vi.stubGlobal('navigator', {})
  expect(await listSatElsewhere()).toEqual([])
  vi.unstubAllGlobals()
})
