import type { Output } from '@ce/client/call.ts'
import { formatLastDay } from '@ce/client/format.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { paths } from '../../paths.ts'
import { payLabel } from '../invitation/notes.ts'
import { employerPaysWords } from './sign-states.ts'

/** A year signed up for, with its courses. */
export type MySign = Output<'GET /course/v1/my_course'>['list'][number]

export type SignedCourse = MySign['courses'][number]

interface SignLink {
  label: string
  to: string
  kind: 'primary' | 'call' | 'quiet'
}

/** Where a year signed up for leads. @param employer that was agreed to, and is about to pay it */
export function signLink(
  { state, year, signId, employerPays, courses }: MySign,
  employer?: string,
): SignLink {
  if (employerPays)
    return { label: employerPaysWords.action, to: paths.invitations(), kind: 'quiet' }
  if (state === 'UNPAID')
    return {
      label: payLabel(employer),
      to: paths.orders(),
      kind: employer ? 'quiet' : 'call',
    }
  if (state === 'CANCELLED' || state === 'REFUNDED')
    return { label: '重新报名', to: paths.signYear(year), kind: 'quiet' }
  const to = paths.course(signId)
  if (state !== 'STUDYING') return { label: '查看课程', to, kind: 'quiet' }
  const begun = courses.some((course) => course.state !== 'TODO')
  return { label: begun ? '继续学习' : '开始学习', to, kind: 'primary' }
}

/** What stands between the student and the courses, and the link past it; null once they are paid. */
export function lockedNotice(
  sign: MySign,
  employer?: string,
): (Omit<SignLink, 'kind'> & { text: string }) | null {
  if (['STUDYING', 'COMPLETED', 'EXPIRED'].includes(sign.state)) return null
  const { label, to } = signLink(sign, employer)
  return { label, to, text: lockedText(sign) }
}

function lockedText({ state, employerPays }: MySign): string {
  if (employerPays) return employerPaysWords.locked
  return state === 'UNPAID' ? '尚未缴费，缴费后即可学习。' : '本次报名已失效，需要重新报名。'
}

/** What a page that comes from the payment cannot say of a sign-up as it was read before. */
export function mayBePaidSince(sign: MySign | undefined): boolean {
  return !sign || sign.state === 'UNPAID'
}

export const expiredNotice = '本年度学习时间已结束，不再累计学时。'

/** The first course whose exam is still to open: 考前自检 is for days ahead. */
export function rehearsable({ state, courses }: MySign): SignedCourse | undefined {
  return state === 'STUDYING' ? courses.find(({ examState }) => examState === 'LOCKED') : undefined
}

/** How far a year is, and until when. */
export function signProgress({ courses, studyEndAt }: MySign): string {
  const passed = courses.filter(({ examState }) => examState === 'PASSED').length
  return `${passed} / ${courses.length} 门课程已通过 · 学习截止 ${formatLastDay(studyEndAt)}`
}

/** How an exam state reads. */
export const examMarks: Record<SignedCourse['examState'], { label: string; kind: StatusKind }> = {
  LOCKED: { label: '考试未开放', kind: 'locked' },
  READY: { label: '可以考试', kind: 'doing' },
  RUNNING: { label: '考试进行中', kind: 'warning' },
  PASSED: { label: '考试合格', kind: 'done' },
  FAILED: { label: '未合格，可重考', kind: 'warning' },
  EXHAUSTED: { label: '本轮次数用完，需重新学习', kind: 'error' },
  VOID: { label: '成绩已作废', kind: 'error' },
}

/** How a course's exam stands in a year that is at this state: while it can be studied for, what opens it. */
export function examMark(
  { examState }: Pick<SignedCourse, 'examState'>,
  sign: Pick<MySign, 'state'>,
) {
  const ahead = examState === 'LOCKED' && sign.state === 'STUDYING'
  return ahead ? { ...examMarks.LOCKED, label: '学完并评价后可考' } : examMarks[examState]
}

/** The one thing to do next in a course: study → evaluate → exam → look back. */
export function nextStep(course: Pick<SignedCourse, 'state' | 'evaluated' | 'examState'>): {
  label: string
  to: 'learn' | 'exam'
  /** the evaluation is what one comes for */
  evaluate?: true
} {
  if (course.examState === 'RUNNING') return { label: '继续考试', to: 'exam' }
  if (course.examState === 'PASSED') return { label: '查看成绩', to: 'exam' }
  if (course.examState === 'EXHAUSTED') return { label: '重新学习', to: 'learn' }
  if (course.state !== 'DONE')
    return { label: course.state === 'TODO' ? '开始学习' : '继续学习', to: 'learn' }
  if (!course.evaluated) return { label: '去评价', to: 'learn', evaluate: true }
  return { label: course.examState === 'FAILED' ? '重新考试' : '去考试', to: 'exam' }
}
