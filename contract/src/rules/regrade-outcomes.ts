/** PASS_KEPT, PASSED_ELSEWHERE and ACCOUNT_CLOSED leave the result unchanged. */
export const regradeOutcomes = [
  'PASS_GAINED',
  'PASS_LOST',
  'PASS_KEPT',
  'PASSED_ELSEWHERE',
  'SCORE_UP',
  'SCORE_DOWN',
  'SAME',
  'RUNNING',
  'NOT_BEGUN',
  'VOID',
  'ACCOUNT_CLOSED',
] as const
export type RegradeOutcome = (typeof regradeOutcomes)[number]

export const regradeOutcomeNames: Readonly<Record<RegradeOutcome, string>> = {
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

export const regradeOutcomeHints: Readonly<Partial<Record<RegradeOutcome, string>>> = {
  PASS_KEPT: '按新标准不合格，但保留原来的合格与分数',
  PASSED_ELSEWHERE: '该学员本课程已有合格成绩，成绩不变，学时不重复计入',
  RUNNING: '交卷时按新标准评分',
  NOT_BEGUN: '开考后交卷时按新标准评分',
  VOID: '只更正分数，不计学时，也不通知',
  ACCOUNT_CLOSED: '不处理',
}

export const regradeKindNames = {
  KEY: '按现在的答案评分',
  ALL: '全部给分',
  STRIKE: '不计此题',
} as const
