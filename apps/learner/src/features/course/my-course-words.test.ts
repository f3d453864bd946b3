import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { lockedNotice, type MySign, rehearsable, signLink } from './my-course-words.ts'

const sign = (state: MySign['state'], employerPays = false): MySign => ({
  ...{ signId: 's', year: 2026, title: '2026 年度', trial: false, state, employerPays },
  ...{ studyEndAt: '2026-12-31T16:00:00Z', courses: [] },
  required: { professional: 60, public: 30 },
  earned: { professional: 0, public: 0 },
})

it('a year leads to what can be done about it; an employer’s order to the invitation, not to one’s own orders', () => {
  const of = (...args: Parameters<typeof sign>) => signLink(sign(...args), paths).to
  expect(of('UNPAID')).toBe(paths.orders())
  expect(of('UNPAID', true)).toBe(paths.invitations())
  expect(of('REFUNDED')).toBe(paths.signYear(2026))
  expect(of('STUDYING')).toBe(paths.course('s'))
  expect(of('EXPIRED')).toBe(paths.course('s'))
})

type Course = MySign['courses'][number]
const course = (state: Course['state'], examState: Course['examState'] = 'LOCKED'): Course => ({
  ...{ id: state, courseId: state, title: '处方审核', coverUrl: null, subject: 'PROFESSIONAL' },
  ...{ teacher: { name: '陈思远', titleCode: 2 }, hours: 6, required: true, progress: 0 },
  ...{ state, evaluated: false, examState, bestScore: null },
})

it('a year is begun before it is gone on with', () => {
  const label = (...states: MySign['courses'][number]['state'][]) =>
    signLink({ ...sign('STUDYING'), courses: states.map((state) => course(state)) }, paths).label
  expect(label('TODO', 'TODO')).toBe('开始学习')
  expect(label('TODO', 'DOING')).toBe('继续学习')
  expect(label('DONE', 'TODO')).toBe('继续学习')
})

it('courses are locked until they are paid, and say by whom', () => {
  const of = (...args: Parameters<typeof sign>) => lockedNotice(sign(...args), paths)
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
