import { expect, test } from 'vitest'
import { wrapText } from './draw-proof.ts'

const inLetters = (text: string) => [...text].length

test('a text breaks where the next letter would be too much, and no letter is lost', () => {
  expect(wrapText('省立医院药学部', 3, inLetters)).toEqual(['省立医', '院药学', '部'])
  expect(wrapText('省立医', 3, inLetters)).toEqual(['省立医'])
})

test('a 4-byte letter stays whole, a letter wider than the line has a line of its own', () => {
  expect(wrapText('𠮷𠮷', 1, inLetters)).toEqual(['𠮷', '𠮷'])
  expect(wrapText('药师', 0, inLetters)).toEqual(['药', '师'])
})

test('nothing is one empty line', () => {
  expect(wrapText('', 3, inLetters)).toEqual([''])
})
