import { expect, it } from 'vitest'
import { bankCountsText } from './bank-text.ts'

it('the bank summary lists the number of questions per type', () => {
  const paper = { single: 10, multiple: 5, judge: 5 }
  expect(bankCountsText(paper)).toBe('单选题 10、多选题 5、判断题 5')
  expect(bankCountsText({ single: 0, multiple: 0, judge: 3 })).toBe('判断题 3')
  expect(bankCountsText({ single: 0, multiple: 0, judge: 0 })).toBe('0')
})
