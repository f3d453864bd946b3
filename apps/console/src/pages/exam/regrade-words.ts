import type { Regrade, RegradeKind, RegradeOutcome } from '@ce/client/staff/exam.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const regradeKinds: Readonly<Record<RegradeKind, { name: string; hint: string }>> = {
  KEY: {
    name: '按现在的答案评分',
    hint: '题库中的答案已经更正，含有此题的答卷按更正后的答案重新评分。',
  },
  ALL: { name: '全部给分', hint: '不论选了什么、是否作答，都得这道题的分。' },
  STRIKE: {
    name: '不计此题',
    hint: '这道题不计分，其余题目的得分折算为满分，四舍五入到整分。',
  },
}

export const outcomeNames: Readonly<Record<RegradeOutcome, string>> = {
  PASS_GAINED: '变为合格',
  PASS_LOST: '取消合格',
  PASS_KEPT: '保留合格',
  PASSED_ELSEWHERE: '另一次已合格',
  SCORE_UP: '分数提高',
  SCORE_DOWN: '分数降低',
  SAME: '没有变化',
  RUNNING: '正在考试',
  NOT_BEGUN: '尚未开考',
  VOID: '已作废的考试',
  ACCOUNT_CLOSED: '账号已注销',
}

export const outcomeHints: Readonly<Partial<Record<RegradeOutcome, string>>> = {
  PASS_KEPT: '按新标准不合格，但保留原来的合格与分数',
  PASSED_ELSEWHERE: '该学员本课程已有合格成绩，成绩不变，学时不重复计入',
  RUNNING: '交卷时按新标准评分',
  NOT_BEGUN: '开考后交卷时按新标准评分',
  VOID: '只更正分数，不计学时，也不通知',
  ACCOUNT_CLOSED: '不处理',
}

export const regradeStates: Readonly<Record<Regrade['state'], { kind: StatusKind; text: string }>> =
  {
    WAITING: { kind: 'doing', text: '待复核' },
    RUNNING: { kind: 'doing', text: '处理中' },
    DONE: { kind: 'done', text: '已完成' },
    REFUSED: { kind: 'locked', text: '已驳回' },
    WITHDRAWN: { kind: 'todo', text: '申请人已撤回' },
  }

/** `35 分（未合格）`; nothing where there is no result. */
export function scoreWords(score: number | null, passed: boolean | null): string {
  return score === null ? '—' : `${score} 分（${passed ? '合格' : '未合格'}）`
}

/** Tenths of an hour. */
export const hoursWords = (tenths: number) => `${tenths / 10} 学时`
