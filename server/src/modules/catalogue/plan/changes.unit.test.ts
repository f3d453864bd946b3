import { expect, it } from 'vitest'
import { planOpeningProblems } from './changes.ts'

const course = (change: object) => ({
  courseId: '',
  title: '处方审核',
  subject: 'PROFESSIONAL',
  state: 'PUBLISHED',
  required: true,
  hours: 60,
  ...change,
})
const problemsOf = (...courses: object[]) =>
  planOpeningProblems({ requiredProfessional: 60 }, courses.map(course), '示例协会')

it('a withdrawn elective keeps a plan from opening only if the remaining hours are too few', () => {
  const withdrawn = { state: 'WITHDRAWN', required: false }
  expect(problemsOf({}, withdrawn)).toEqual([])
  expect(problemsOf({ hours: 50 }, withdrawn)).toEqual(['专业科目的课程共 5 学时，不足要求的 6 学时'])
  expect(problemsOf({}, { ...withdrawn, required: true })).toEqual(['“处方审核”已撤下'])
  expect(problemsOf({}, { ...withdrawn, state: 'DRAFT' })).toEqual(['“处方审核”还没有发布'])
})
