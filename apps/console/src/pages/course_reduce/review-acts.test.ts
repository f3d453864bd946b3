import { expect, it } from 'vitest'
import { reductionShortcutText } from './review-acts.ts'

it('the reduction queue shows shortcuts only when a decision is possible', () => {
  for (const stage of ['FIRST', 'FINAL'] as const) {
    expect(reductionShortcutText({ stage, hindrance: null })).toBe('A 通过 · R 驳回')
    expect(reductionShortcutText({ stage, hindrance: '您是申请人的初审人' })).toBe('')
  }
  for (const stage of ['SAMPLE', 'APPROVED', 'RETURNED', 'REJECTED', 'REVERSED', null] as const)
    expect(reductionShortcutText({ stage, hindrance: null })).toBe('')
})
