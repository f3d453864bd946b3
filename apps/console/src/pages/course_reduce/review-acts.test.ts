import { expect, it } from 'vitest'
import { keyWords } from './review-acts.ts'

it('the queue promises its keys where there is something to approve or refuse, and nothing hinders', () => {
  for (const stage of ['FIRST', 'FINAL'] as const) {
    expect(keyWords({ stage, hindrance: null })).toBe('A 通过 · R 驳回')
    expect(keyWords({ stage, hindrance: '您是申请人的初审人' })).toBe('')
  }
  for (const stage of ['SAMPLE', 'APPROVED', 'RETURNED', 'REJECTED', 'REVERSED', null] as const)
    expect(keyWords({ stage, hindrance: null })).toBe('')
})
