import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Keys } from '../../platform/keys.ts'
import { answerContentHash, firstLogHash, nextLogHash, receiptOf } from './receipt.ts'

const keys: Pick<Keys, 'mac'> = {
  mac: (use, text) => createHmac('sha256', 'secret').update(`${use}\n${text}`).digest('hex'),
}
const receipt = (id: string, hash: Buffer) => receiptOf(keys as Keys, id, hash)

describe('the content hash of an answer log entry', () => {
  it('the content hash ignores the order of the answers', () => {
    const one = answerContentHash('SAVE', 1, { q1: ['A', 'B'], q2: ['C'] })
    expect(answerContentHash('SAVE', 1, { q2: ['C'], q1: ['B', 'A'] }).equals(one)).toBe(true)
  })

  it.each([
    ['another seq', answerContentHash('SAVE', 2, { q1: ['A'] })],
    ['another kind', answerContentHash('SUBMIT', 1, { q1: ['A'] })],
    ['another choice', answerContentHash('SAVE', 1, { q1: ['B'] })],
    ['a cleared answer', answerContentHash('SAVE', 1, { q1: [] })],
    ['no answer', answerContentHash('SAVE', 1, {})],
  ])('the content hash differs by %s', (_, other) => {
    expect(answerContentHash('SAVE', 1, { q1: ['A'] }).equals(other)).toBe(false)
  })
})

describe('receipts of an answer log', () => {
  const first = answerContentHash('SAVE', 1, { q1: ['A'] })
  const second = answerContentHash('SAVE', 2, { q1: ['B'] })

  it('a receipt has five groups of four characters and is reproducible', () => {
    const code = receipt('attempt', firstLogHash('attempt'))
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(receipt('attempt', firstLogHash('attempt'))).toBe(code)
  })

  it('a receipt depends on every log entry, the order of the entries and the attempt', () => {
    const start = firstLogHash('attempt')
    const ways = [[start], [first], [second], [first, second], [second, first]].map((entries) =>
      receipt('attempt', entries.reduce(nextLogHash, start)),
    )
    expect(new Set([...ways, receipt('other', start)]).size).toBe(6)
  })
})
