import { expect, it } from 'vitest'
import { perTypeWords } from './bank-words.ts'

it('names what a bank has', () => {
  const paper = { single: 10, multiple: 5, judge: 5 }
  expect(perTypeWords(paper)).toBe('单选题 10、多选题 5、判断题 5')
  expect(perTypeWords({ single: 0, multiple: 0, judge: 3 })).toBe('判断题 3')
  expect(perTypeWords({ single: 0, multiple: 0, judge: 0 })).toBe('0')
})
