import { expect, it } from 'vitest'
import { lackWords, perTypeWords } from './bank-words.ts'

it('names what a bank has and what it lacks for a paper', () => {
  const paper = { single: 10, multiple: 5, judge: 5 }
  expect(perTypeWords(paper)).toBe('单选题 10、多选题 5、判断题 5')
  expect(perTypeWords({ single: 0, multiple: 0, judge: 3 })).toBe('判断题 3')
  expect(perTypeWords({ single: 0, multiple: 0, judge: 0 })).toBe('0')
  expect(lackWords({ single: 12, multiple: 5, judge: 3 }, paper)).toBe('缺判断题 2 道')
  expect(lackWords({ single: 9, multiple: 5, judge: 3 }, paper)).toBe('缺单选题 1 道、判断题 2 道')
  expect(lackWords(paper, paper)).toBe('')
})
