import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'

type Regraded = ExamInfo['attempts'][number]['regrades'][number]

const ways = {
  KEY: '有一道题更正了答案',
  ALL: '有一道题改为全部给分',
  STRIKE: '有一道题不再计分，其余题目折算为满分',
} as const

const resultName = (passed: boolean | null) => (passed ? '合格' : '未合格')

/** What marking a paper anew did to its result, in sentences. */
export function regradedWords(regraded: Regraded): string {
  const { kind, outcome, oldScore, oldPassed, newScore, newPassed } = regraded
  const way = ways[kind]
  if (outcome === 'RUNNING') return `${way}，交卷时已按更正后的标准评分。`
  if (outcome === 'PASS_KEPT')
    return `${way}，按更正后的标准为 ${newScore} 分；您已取得的合格成绩 ${oldScore} 分保持不变。`
  if (outcome === 'PASSED_ELSEWHERE')
    return `${way}，按更正后的标准为 ${newScore} 分；您已通过本课程的另一次考试，学时不重复计入，成绩保持不变。`
  if (oldScore === newScore && oldPassed === newPassed) return `${way}，成绩没有变化。`
  const before = `${oldScore} 分（${resultName(oldPassed)}）`
  return `${way}，成绩由 ${before}更正为 ${newScore} 分（${resultName(newPassed)}）。`
}
