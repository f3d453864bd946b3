import { describe, expect, it } from 'vitest'
import { fieldsOf } from './draft.ts'
import {
  countedRules,
  type DraftRules,
  figureOf,
  rulesProblem,
  withCell,
  withCount,
  withFigure,
  withMix,
} from './draft-rules.ts'

const { rules } = fieldsOf({ draft: null, current: null })

it('suggests a mix that the bank can give', () => {
  const bank = [5, 8, 2, 3, 1, 0, 9, 9, 9]
  expect(withMix(rules, bank).mix).toEqual([2, 8, 0, 3, 2, 0, 0, 5, 0])
})

it('a type counts what its difficulties say', () => {
  const mixed = { ...rules, mix: [2, 8, 0, 3, 2, 0, 0, 5, 0] }
  expect(withCell(mixed, 'SINGLE', 3, 4)).toMatchObject({
    singleCount: 14,
    multipleCount: 5,
    mix: [2, 8, 4, 3, 2, 0, 0, 5, 0],
  })
})

it('counts what is no number as none', () => {
  const wrong = withFigure(withCount(rules, 'JUDGE', Number.NaN), 'pointsEach', Number.NaN)
  expect(countedRules(wrong)).toMatchObject({ judgeCount: 0, pointsEach: 0 })
  expect(withCell(withMix(rules, []), 'SINGLE', 2, Number.NaN).singleCount).toBe(0)
})

describe('a number that cannot be', () => {
  it.each<[string, DraftRules]>([
    ['每题分值应为 1–100，不带小数，请改正', withFigure(rules, 'pointsEach', 350)],
    ['及格分应为 1–100，不带小数，请改正', withFigure(rules, 'passMark', 59.5)],
    ['考试分钟数应为 1–240，不带小数，请改正', withFigure(rules, 'examSeconds', 600)],
    ['请填写每轮考试次数', withFigure(rules, 'attemptsPerRound', null)],
    ['随机抓拍次数应为 0–10，不带小数，请改正', withFigure(rules, 'randomCaptures', -1)],
    ['单选题数应为 0–100，不带小数，请改正', withCount(rules, 'SINGLE', 101)],
    ['判断题数应为 0–100，不带小数，请改正', withCount(rules, 'JUDGE', Number.NaN)],
    ['请填写判断题数', withCount(rules, 'JUDGE', null)],
    [
      '多选题（难）题数应为 0–100，不带小数，请改正',
      withCell(withMix(rules, []), 'MULTIPLE', 3, 1.5),
    ],
    ['请填写多选题（易）题数', withCell(withMix(rules, []), 'MULTIPLE', 1, null)],
    [
      '单选题数应为 0–100，不带小数，请改正',
      withCell(withCell(withMix(rules, []), 'SINGLE', 1, 60), 'SINGLE', 2, 60),
    ],
  ])('is called by its name: %s', (problem, wrong) => {
    expect(rulesProblem(wrong)).toBe(problem)
  })

  it('is none of the usual rules, mixed or not', () => {
    expect(rulesProblem(rules)).toBeNull()
    expect(rulesProblem(withMix(rules, []))).toBeNull()
  })

  it('stays as it was typed', () => {
    expect(figureOf(withFigure(rules, 'pointsEach', 350), 'pointsEach')).toBe(350)
    expect(figureOf(withFigure(rules, 'examSeconds', 12.5), 'examSeconds')).toBe(12.5)
    expect(figureOf(withFigure(rules, 'examSeconds', null), 'examSeconds')).toBeNull()
  })
})

it('an empty field counts nothing, and a mix begins without it', () => {
  const emptied = withCount(rules, 'MULTIPLE', null)
  expect(countedRules(emptied).multipleCount).toBe(0)
  expect(withMix(emptied, [])).toMatchObject({
    multipleCount: 0,
    mix: [0, 10, 0, 0, 0, 0, 0, 5, 0],
  })
})
