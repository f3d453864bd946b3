import { expect, it } from 'vitest'

import { numberProblem, parseTypedNumber } from './typed-number.ts'

it('parses digits typed with a Chinese keyboard', () => {
  expect(['１２', '1２', '6。5', '６．５', ' 60 ', '－3', '123 456', '6.', '.5'].map(parseTypedNumber)).toEqual([
    12, 12, 6.5, 6.5, 60, -3, 123456, 6, 0.5,
  ])
  expect(['', ' ', undefined].map(parseTypedNumber)).toEqual([null, null, null])
})

it('parses numbers with thousands separators or with words around them', () => {
  expect(['1,000', '1，234，567.5', '6 篇', '6篇。', '第6篇', '学时：6', '￥80', '60％'].map(parseTypedNumber)).toEqual(
    [1000, 1234567.5, 6, 6, 6, 6, 80, 60],
  )
})

it('refuses other characters between digits, and words such as 万', () => {
  const limits = { what: '时长', min: 0, max: 10_000 }
  const typed = [
    ...['1:30', '1：30', '6～8', '1-2', '1/2', '90分30秒', '6，5', '1,00', '0,125', '1234,567'],
    ...['1.2.3', '6²', '6½', '3万', '1个半', '≥6', 'No.6', '六', '-', 'Infinity'],
    ...['0x1E', '1e3', '0b11', '+0x1'],
  ]
  for (const text of typed)
    expect(`${text}: ${numberProblem(limits, parseTypedNumber(text))}`).toBe(
      `${text}: 时长应为 0–10000，不带小数，请改正`,
    )
})
