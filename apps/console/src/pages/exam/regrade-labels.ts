import type { Regrade, RegradeKind } from '@ce/client/staff/exam.ts'
import { regradeKindNames } from '@ce/contract/regrade-outcomes'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const regradeKindTexts: Readonly<Record<RegradeKind, { name: string; hint: string }>> = {
  KEY: {
    name: regradeKindNames.KEY,
    hint: '题库中的答案已经更正，含有此题的答卷按更正后的答案重新评分。',
  },
  ALL: { name: regradeKindNames.ALL, hint: '不论选了什么、是否作答，都得这道题的分。' },
  STRIKE: {
    name: regradeKindNames.STRIKE,
    hint: '这道题不计分，其余题目的得分折算为满分，四舍五入到整分。',
  },
}

export const regradeStateLabels: Readonly<Record<Regrade['state'], { kind: StatusKind; text: string }>> = {
  WAITING: { kind: 'doing', text: '待复核' },
  RUNNING: { kind: 'doing', text: '处理中' },
  DONE: { kind: 'done', text: '已完成' },
  REFUSED: { kind: 'locked', text: '已驳回' },
  WITHDRAWN: { kind: 'todo', text: '申请人已撤回' },
}

/** Formats a score like `35 分（未合格）`; returns — if there is no score. */
export function examScoreText(score: number | null, passed: boolean | null): string {
  return score === null ? '—' : `${score} 分（${passed ? '合格' : '未合格'}）`
}

export const hoursFromTenthsText = (tenths: number) => `${tenths / 10} 学时`
