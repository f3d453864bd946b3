/** RESTORE and RESET propose a decision to a second person; NONE gives a reason only. */
export const appealRemedies = ['RESTORE', 'RESET', 'REGRADE', 'NONE'] as const
export type AppealRemedy = (typeof appealRemedies)[number]

export const appealRemedyNames: Readonly<Record<AppealRemedy, string>> = {
  RESTORE: '撤销作废',
  RESET: '重置这次考试',
  REGRADE: '复核试题',
  NONE: '不需要处置',
}

export const appealRemedyStateNames = {
  WAITING: '等待另一名工作人员复核',
  DONE: '已办理',
  REFUSED: '没有通过复核，工作人员会重新处理',
  WITHDRAWN: '申请已撤回，工作人员会重新处理',
} as const
