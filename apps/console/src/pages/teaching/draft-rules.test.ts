import { describe, expect, it } from 'vitest'
import { toDraftFields } from './draft.ts'
import {
  type EditedExamRules,
  examRuleFieldValue,
  examRulesProblem,
  proposeDifficultyMix,
  toCountedExamRules,
  withDifficultyCount,
  withExamRuleField,
  withQuestionTypeCount,
} from './draft-rules.ts'

const { rules } = toDraftFields({ draft: null, current: null })

it('a proposed difficulty mix can be provided by the question bank', () => {
  const bank = [5, 8, 2, 3, 1, 0, 9, 9, 9]
  expect(proposeDifficultyMix(rules, bank).mix).toEqual([2, 8, 0, 3, 2, 0, 0, 5, 0])
})

it('the count of a question type is the sum of its difficulties', () => {
  const mixed = { ...rules, mix: [2, 8, 0, 3, 2, 0, 0, 5, 0] }
  expect(withDifficultyCount(mixed, 'SINGLE', 3, 4)).toMatchObject({
    singleCount: 14,
    multipleCount: 5,
    mix: [2, 8, 4, 3, 2, 0, 0, 5, 0],
  })
})

it('an invalid count of questions is summed as zero', () => {
  const wrong = withExamRuleField(withQuestionTypeCount(rules, 'JUDGE', Number.NaN), 'pointsEach', Number.NaN)
  expect(toCountedExamRules(wrong)).toMatchObject({ judgeCount: 0, pointsEach: 0 })
  expect(withDifficultyCount(proposeDifficultyMix(rules, []), 'SINGLE', 2, Number.NaN).singleCount).toBe(0)
})

describe('invalid exam rules', () => {
  it.each<[string, EditedExamRules]>([
    ['每题分值应为 1–100，不带小数，请改正', withExamRuleField(rules, 'pointsEach', 350)],
    ['及格分应为 1–100，不带小数，请改正', withExamRuleField(rules, 'passMark', 59.5)],
    ['考试分钟数应为 1–240，不带小数，请改正', withExamRuleField(rules, 'examSeconds', 600)],
    ['请填写每轮考试次数', withExamRuleField(rules, 'attemptsPerRound', null)],
    ['随机抓拍次数应为 0–10，不带小数，请改正', withExamRuleField(rules, 'randomCaptures', -1)],
    ['单选题数应为 0–100，不带小数，请改正', withQuestionTypeCount(rules, 'SINGLE', 101)],
    ['判断题数应为 0–100，不带小数，请改正', withQuestionTypeCount(rules, 'JUDGE', Number.NaN)],
    ['请填写判断题数', withQuestionTypeCount(rules, 'JUDGE', null)],
    [
      '多选题（难）题数应为 0–100，不带小数，请改正',
      withDifficultyCount(proposeDifficultyMix(rules, []), 'MULTIPLE', 3, 1.5),
    ],
    ['请填写多选题（易）题数', withDifficultyCount(proposeDifficultyMix(rules, []), 'MULTIPLE', 1, null)],
    [
      '单选题数应为 0–100，不带小数，请改正',
      withDifficultyCount(withDifficultyCount(proposeDifficultyMix(rules, []), 'SINGLE', 1, 60), 'SINGLE', 2, 60),
    ],
  ])('the problem of invalid exam rules names the wrong rule: %s', (problem, wrong) => {
    expect(examRulesProblem(wrong)).toBe(problem)
  })

  it('the default exam rules have no problem, with or without a difficulty mix', () => {
    expect(examRulesProblem(rules)).toBeNull()
    expect(examRulesProblem(proposeDifficultyMix(rules, []))).toBeNull()
  })

  it('an invalid number in the exam rules stays as typed', () => {
    expect(examRuleFieldValue(withExamRuleField(rules, 'pointsEach', 350), 'pointsEach')).toBe(350)
    expect(examRuleFieldValue(withExamRuleField(rules, 'examSeconds', 12.5), 'examSeconds')).toBe(12.5)
    expect(examRuleFieldValue(withExamRuleField(rules, 'examSeconds', null), 'examSeconds')).toBeNull()
  })
})

it('an empty count of questions counts as zero, and a difficulty mix leaves that type out', () => {
  const emptied = withQuestionTypeCount(rules, 'MULTIPLE', null)
  expect(toCountedExamRules(emptied).multipleCount).toBe(0)
  expect(proposeDifficultyMix(emptied, [])).toMatchObject({
    multipleCount: 0,
    mix: [0, 10, 0, 0, 0, 0, 0, 5, 0],
  })
})
