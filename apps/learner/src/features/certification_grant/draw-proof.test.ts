import { expect, test } from 'vitest'
import { wrapText } from './draw-proof.ts'

const inLetters = (text: string) => [...text].length

test('a text wraps before the character that would not fit and loses no character', () => {
  expect(wrapText('省立医院药学部', 3, inLetters)).toEqual(['省立医', '院药学', '部'])
  expect(wrapText('省立医', 3, inLetters)).toEqual(['省立医'])
})

test('wrapping keeps 4-byte characters whole and gives a too wide character its own line', () => {
  expect(wrapText('𠮷𠮷', 1, inLetters)).toEqual(['𠮷', '𠮷'])
  expect(wrapText('药师', 0, inLetters)).toEqual(['药', '师'])
})

test('an empty text wraps into one empty line', () => {
  expect(wrapText('', 3, inLetters)).toEqual([''])
})
