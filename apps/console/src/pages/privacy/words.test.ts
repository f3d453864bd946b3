import { expect, it } from 'vitest'
import { keyWords } from './words.ts'

it('the queue promises its keys for a request that is open, and no other', () => {
  expect(keyWords({ state: 'OPEN' })).toBe('A 同意 · R 不同意')
  for (const state of ['APPROVED', 'REFUSED', 'WITHDRAWN'] as const)
    expect(keyWords({ state })).toBe('')
})
