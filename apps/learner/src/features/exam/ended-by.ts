import type { ExamResult } from '@ce/client/exam-attempt/state.ts'

const words: Record<ExamResult['submittedBy'], string> = {
  STUDENT: '页面交卷',
  DEADLINE: '系统到时自动交卷',
  SEALED: '断网封存的答案，恢复后补交',
  STAFF: '工作人员结束',
}

/** How an attempt was handed in, as its candidate reads it. */
export function endedBy(by: ExamResult['submittedBy'] | null): string {
  return by ? words[by] : ''
}
