import type { ClientOutput } from '@ce/client/call.ts'
import { formatLastDay } from '@ce/client/format.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { paths } from '../../paths.ts'
import { ownOrderLabel } from '../invitation/notes.ts'
import { employerPaysText } from './sign-states.ts'

export type MySign = ClientOutput<'GET /course/v1/my_course'>['list'][number]

export type SignedCourse = MySign['courses'][number]

interface SignLink {
  label: string
  to: string
  kind: 'primary' | 'call' | 'quiet'
}

/** @param employer accepted employer that will pay for the year */
export function signActionLink({ state, year, signId, employerPays, courses }: MySign, employer?: string): SignLink {
  if (employerPays) return { label: employerPaysText.action, to: paths.invitations(), kind: 'quiet' }
  if (state === 'UNPAID')
    return {
      label: ownOrderLabel(employer),
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

/** Returns null once the courses are paid. */
export function lockedCoursesNotice(
  sign: MySign,
  employer?: string,
): (Omit<SignLink, 'kind'> & { text: string }) | null {
  if (['STUDYING', 'COMPLETED', 'EXPIRED'].includes(sign.state)) return null
  const { label, to } = signActionLink(sign, employer)
  return { label, to, text: lockedText(sign) }
}

function lockedText({ state, employerPays }: MySign): string {
  if (employerPays) return employerPaysText.locked
  return state === 'UNPAID' ? '尚未缴费，缴费后即可学习。' : '本次报名已失效，需要重新报名。'
}

/** True if the sign was unpaid when last read, so that a payment may have arrived since. */
export function hasPaymentPossiblyArrived(sign: MySign | undefined): boolean {
  return !sign || sign.state === 'UNPAID'
}

export const studyExpiredText = '本年度学习时间已结束，不再累计学时。'

/** Finds a course whose exam is not open yet: only then a rehearsal (考前自检) makes sense. */
export function findRehearsalCourse({ state, courses }: MySign): SignedCourse | undefined {
  return state === 'STUDYING' ? courses.find(({ examState }) => examState === 'LOCKED') : undefined
}

export function signProgressText({ courses, studyEndAt }: MySign): string {
  const passed = courses.filter(({ examState }) => examState === 'PASSED').length
  return `${passed} / ${courses.length} 门课程已通过 · 学习截止 ${formatLastDay(studyEndAt)}`
}

export const examStateLabels: Record<SignedCourse['examState'], { label: string; kind: StatusKind }> = {
  LOCKED: { label: '考试未开放', kind: 'locked' },
  READY: { label: '可以考试', kind: 'doing' },
  RUNNING: { label: '考试进行中', kind: 'warning' },
  PASSED: { label: '考试合格', kind: 'done' },
  FAILED: { label: '未合格，可重考', kind: 'warning' },
  EXHAUSTED: { label: '本轮次数用完，需重新学习', kind: 'error' },
  VOID: { label: '成绩已作废', kind: 'error' },
}

export function examLabel({ examState }: Pick<SignedCourse, 'examState'>, sign: Pick<MySign, 'state'>) {
  const ahead = examState === 'LOCKED' && sign.state === 'STUDYING'
  return ahead ? { ...examStateLabels.LOCKED, label: '学完并评价后可考' } : examStateLabels[examState]
}

export function nextCourseStep(course: Pick<SignedCourse, 'state' | 'evaluated' | 'examState'>): {
  label: string
  to: 'learn' | 'exam'
  evaluate?: true
} {
  if (course.examState === 'RUNNING') return { label: '继续考试', to: 'exam' }
  if (course.examState === 'PASSED') return { label: '查看成绩', to: 'exam' }
  if (course.examState === 'EXHAUSTED') return { label: '重新学习', to: 'learn' }
  if (course.state !== 'DONE') return { label: course.state === 'TODO' ? '开始学习' : '继续学习', to: 'learn' }
  if (!course.evaluated) return { label: '去评价', to: 'learn', evaluate: true }
  return { label: course.examState === 'FAILED' ? '重新考试' : '去考试', to: 'exam' }
}
