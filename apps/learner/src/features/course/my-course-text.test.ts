import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import type { MySign, SignedCourse } from './my-course-text.ts'
import {
  examLabel,
  findRehearsalCourse,
  lockedCoursesNotice,
  nextCourseStep,
  signActionLink,
} from './my-course-text.ts'

const sign = (state: MySign['state'], employerPays = false): MySign => ({
  ...{ signId: 's', year: 2026, title: '2026 年度', trial: false, state, employerPays },
  ...{ studyEndAt: '2026-12-31T16:00:00Z', courses: [] },
  required: { professional: 60, public: 30 },
  earned: { professional: 0, public: 0 },
})

it('a year links to its next action, and a year with an employer’s order to the invitation', () => {
  const of = (...args: Parameters<typeof sign>) => signActionLink(sign(...args)).to
  expect(of('UNPAID')).toBe(paths.orders())
  expect(of('UNPAID', true)).toBe(paths.invitations())
  expect(of('REFUNDED')).toBe(paths.signYear(2026))
  expect(of('STUDYING')).toBe(paths.course('s'))
  expect(of('EXPIRED')).toBe(paths.course('s'))
})

const course = (state: SignedCourse['state'], examState: SignedCourse['examState'] = 'LOCKED'): SignedCourse => ({
  ...{ id: state, courseId: state, title: '处方审核', coverUrl: null, subject: 'PROFESSIONAL' },
  ...{ teacher: { name: '陈思远', titleCode: 2 }, hours: 6, required: true, progress: 0 },
  ...{ state, evaluated: false, examState, bestScore: null },
})

it('a year offers to begin studying before its first lesson and to continue after it', () => {
  const label = (...states: SignedCourse['state'][]) =>
    signActionLink({ ...sign('STUDYING'), courses: states.map((state) => course(state)) }).label
  expect(label('TODO', 'TODO')).toBe('开始学习')
  expect(label('TODO', 'DOING')).toBe('继续学习')
  expect(label('DONE', 'TODO')).toBe('继续学习')
})

it('courses that are not paid are locked and say who pays', () => {
  const of = (...args: Parameters<typeof sign>) => lockedCoursesNotice(sign(...args))
  expect(of('COMPLETED')).toBe(null)
  expect(of('EXPIRED')).toBe(null)
  expect(of('UNPAID')).toMatchObject({ label: '去支付', to: paths.orders() })
  expect(of('UNPAID', true)?.text).toContain('单位')
  expect(of('CANCELLED')).toMatchObject({ label: '重新报名' })
})

it('offers an exam rehearsal only while studying, before the exam is unlocked', () => {
  const courses = [course('DONE', 'PASSED'), course('DOING'), course('TODO')]
  expect(findRehearsalCourse({ ...sign('STUDYING'), courses })).toBe(courses[1])
  expect(findRehearsalCourse({ ...sign('STUDYING'), courses: [course('DONE', 'READY')] })).toBeUndefined()
  expect(findRehearsalCourse({ ...sign('UNPAID'), courses })).toBeUndefined()
})

it.each([
  ['TODO', false, 'LOCKED', '开始学习'],
  ['DOING', false, 'LOCKED', '继续学习'],
  ['DONE', false, 'LOCKED', '去评价'],
  ['DONE', true, 'READY', '去考试'],
  ['DONE', true, 'RUNNING', '继续考试'],
  ['DONE', true, 'FAILED', '重新考试'],
  ['DOING', true, 'EXHAUSTED', '重新学习'],
  ['DONE', true, 'PASSED', '查看成绩'],
] as const)('next step of a course %s, evaluated %s, exam %s is %s', (state, evaluated, examState, label) => {
  expect(nextCourseStep({ state, evaluated, examState }).label).toBe(label)
})

it('a locked exam says what unlocks it as long as the year can be studied', () => {
  const label = (examState: 'LOCKED' | 'PASSED', state: 'STUDYING' | 'EXPIRED') =>
    examLabel({ examState }, { state }).label
  expect(label('LOCKED', 'STUDYING')).toBe('学完并评价后可考')
  expect(label('LOCKED', 'EXPIRED')).toBe('考试未开放')
  expect(label('PASSED', 'STUDYING')).toBe('考试合格')
})
