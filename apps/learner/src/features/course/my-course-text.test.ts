import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import {
  examMark,
  lockedNotice,
  type MySign,
  nextStep,
  rehearsable,
  type SignedCourse,
  signLink,
} from './my-course-text.ts'

const sign = (state: MySign['state'], employerPays = false): MySign => ({
  ...{ signId: 's', year: 2026, title: '2026 年度', trial: false, state, employerPays },
  ...{ studyEndAt: '2026-12-31T16:00:00Z', courses: [] },
  required: { professional: 60, public: 30 },
  earned: { professional: 0, public: 0 },
})

it('a year leads to what can be done about it; an employer’s order to the invitation, not to one’s own orders', () => {
  const of = (...args: Parameters<typeof sign>) => signLink(sign(...args)).to
  expect(of('UNPAID')).toBe(paths.orders())
  expect(of('UNPAID', true)).toBe(paths.invitations())
  expect(of('REFUNDED')).toBe(paths.signYear(2026))
  expect(of('STUDYING')).toBe(paths.course('s'))
  expect(of('EXPIRED')).toBe(paths.course('s'))
})

const course = (
  state: SignedCourse['state'],
  examState: SignedCourse['examState'] = 'LOCKED',
): SignedCourse => ({
  ...{ id: state, courseId: state, title: '处方审核', coverUrl: null, subject: 'PROFESSIONAL' },
  ...{ teacher: { name: '陈思远', titleCode: 2 }, hours: 6, required: true, progress: 0 },
  ...{ state, evaluated: false, examState, bestScore: null },
})

it('a year is begun before it is gone on with', () => {
  const label = (...states: SignedCourse['state'][]) =>
    signLink({ ...sign('STUDYING'), courses: states.map((state) => course(state)) }).label
  expect(label('TODO', 'TODO')).toBe('开始学习')
  expect(label('TODO', 'DOING')).toBe('继续学习')
  expect(label('DONE', 'TODO')).toBe('继续学习')
})

it('courses are locked until they are paid, and say by whom', () => {
  const of = (...args: Parameters<typeof sign>) => lockedNotice(sign(...args))
  expect(of('COMPLETED')).toBe(null)
  expect(of('EXPIRED')).toBe(null)
  expect(of('UNPAID')).toMatchObject({ label: '去支付', to: paths.orders() })
  expect(of('UNPAID', true)?.text).toContain('单位')
  expect(of('CANCELLED')).toMatchObject({ label: '重新报名' })
})

it('is rehearsed for while an exam is still to open, and the year is studied', () => {
  const courses = [course('DONE', 'PASSED'), course('DOING'), course('TODO')]
  expect(rehearsable({ ...sign('STUDYING'), courses })).toBe(courses[1])
  expect(rehearsable({ ...sign('STUDYING'), courses: [course('DONE', 'READY')] })).toBeUndefined()
  expect(rehearsable({ ...sign('UNPAID'), courses })).toBeUndefined()
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
] as const)('%s, evaluated %s, exam %s → %s', (state, evaluated, examState, label) => {
  expect(nextStep({ state, evaluated, examState }).label).toBe(label)
})

it('an exam that has still to open says what opens it, while that can be done', () => {
  const label = (examState: 'LOCKED' | 'PASSED', state: 'STUDYING' | 'EXPIRED') =>
    examMark({ examState }, { state }).label
  expect(label('LOCKED', 'STUDYING')).toBe('学完并评价后可考')
  expect(label('LOCKED', 'EXPIRED')).toBe('考试未开放')
  expect(label('PASSED', 'STUDYING')).toBe('考试合格')
})
