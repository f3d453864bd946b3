import { expect, test } from 'vitest'
import { captureProblem, findPaperGaps, paperGapText } from './paper-rules.ts'

const bank = [5, 8, 2, 3, 3, 2, 4, 2, 1]
const need = { singleCount: 15, multipleCount: 8, judgeCount: 7, mix: null }

test('a question bank with enough of each type has no gaps', () => {
  expect(findPaperGaps(need, bank)).toEqual([])
})

test('missing questions are reported by question type', () => {
  const gaps = findPaperGaps({ ...need, judgeCount: 9 }, bank)
  expect(gaps).toEqual([{ type: 'JUDGE', difficulty: null, need: 9, have: 7 }])
  expect(gaps.map(paperGapText)).toEqual(['判断题需要 9 道，题库只有 7 道'])
})

test('with a difficulty mix, missing questions are reported by difficulty', () => {
  const mix = [5, 7, 3, 3, 3, 2, 4, 2, 1]
  expect(findPaperGaps({ ...need, mix }, bank).map(paperGapText)).toEqual(['单选题（难）需要 3 道，题库只有 2 道'])
})

test('an exam needs half a minute for each random picture', () => {
  expect(captureProblem({ examSeconds: 60, randomCaptures: 2 })).toBeNull()
  expect(captureProblem({ examSeconds: 60, randomCaptures: 0 })).toBeNull()
  expect(captureProblem({ examSeconds: 60, randomCaptures: 3 })).toBe(
    '随机抓拍 3 次，考试至少要 1.5 分钟（每 30 秒至多一次）',
  )
})
