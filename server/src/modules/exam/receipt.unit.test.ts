import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Keys } from '../../platform/keys.ts'
import { contentHash, firstHash, nextHash, receiptOf } from './receipt.ts'

const keys: Pick<Keys, 'mac'> = {
  mac: (use, text) => createHmac('sha256', 'secret').update(`${use}\n${text}`).digest('hex'),
}
const receipt = (id: string, hash: Buffer) => receiptOf(keys as Keys, id, hash)

describe('contentHash', () => {
  it('is the same in whatever order the answers came', () => {
    const one = contentHash('SAVE', 1, { q1: ['A', 'B'], q2: ['C'] })
    expect(contentHash('SAVE', 1, { q2: ['C'], q1: ['B', 'A'] }).equals(one)).toBe(true)
  })

  it.each([
    ['another seq', contentHash('SAVE', 2, { q1: ['A'] })],
    ['another kind', contentHash('SUBMIT', 1, { q1: ['A'] })],
    ['another choice', contentHash('SAVE', 1, { q1: ['B'] })],
    ['a cleared answer', contentHash('SAVE', 1, { q1: [] })],
    ['no answer', contentHash('SAVE', 1, {})],
  ])('differs by %s', (_, other) => {
    expect(contentHash('SAVE', 1, { q1: ['A'] }).equals(other)).toBe(false)
  })
})

describe('receipt', () => {
  const first = contentHash('SAVE', 1, { q1: ['A'] })
  const second = contentHash('SAVE', 2, { q1: ['B'] })

  it('reads as five groups of four and is the same at every making', () => {
    const code = receipt('attempt', firstHash('attempt'))
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(receipt('attempt', firstHash('attempt'))).toBe(code)
  })

  it('speaks for every entry, their order and the attempt', () => {
    const start = firstHash('attempt')
    const ways = [[start], [first], [second], [first, second], [second, first]].map((entries) =>
      receipt('attempt', entries.reduce(nextHash, start)),
    )
    expect(new Set([...ways, receipt('other', start)]).size).toBe(6)
  })
})
