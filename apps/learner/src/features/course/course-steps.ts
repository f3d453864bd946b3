import type { Output } from '@ce/client/call.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type MySign = Output<'GET /course/v1/my_course'>['list'][number]
type Course = MySign['courses'][number]

/** How an exam state reads. */
export const examMarks: Record<Course['examState'], { label: string; kind: StatusKind }> = {
  LOCKED: { label: '考试未开放', kind: 'locked' },
  READY: { label: '可以考试', kind: 'doing' },
  RUNNING: { label: '考试进行中', kind: 'warning' },
  PASSED: { label: '考试合格', kind: 'done' },
  FAILED: { label: '未合格，可重考', kind: 'warning' },
  EXHAUSTED: { label: '本轮次数用完，需重新学习', kind: 'error' },
  VOID: { label: '成绩已作废', kind: 'error' },
}

/** How a course's exam stands in a year that is at this state: while it can be studied for, what opens it. */
export function examMark({ examState }: Pick<Course, 'examState'>, sign: Pick<MySign, 'state'>) {
  const ahead = examState === 'LOCKED' && sign.state === 'STUDYING'
  return ahead ? { ...examMarks.LOCKED, label: '学完并评价后可考' } : examMarks[examState]
}

/** The one thing to do next in a course: study → evaluate → exam → look back. */
export function nextStep(course: Pick<Course, 'state' | 'evaluated' | 'examState'>): {
  label: string
  to: 'learn' | 'exam'
} {
  if (course.examState === 'RUNNING') return { label: '继续考试', to: 'exam' }
  if (course.examState === 'PASSED') return { label: '查看成绩', to: 'exam' }
  if (course.examState === 'EXHAUSTED') return { label: '重新学习', to: 'learn' }
  if (course.state !== 'DONE')
    return { label: course.state === 'TODO' ? '开始学习' : '继续学习', to: 'learn' }
  if (!course.evaluated) return { label: '去评价', to: 'learn' }
  return { label: course.examState === 'FAILED' ? '重新考试' : '去考试', to: 'exam' }
}
