import { expect, it } from 'vitest'
import { courseChoiceOf, type OfferedCourse } from './course-choice.ts'

const course = (id: string, hours: number, more: Partial<OfferedCourse> = {}): OfferedCourse => ({
  id,
  hours,
  title: id,
  intro: '',
  coverUrl: null,
  teacher: { name: '', titleCode: 0 },
  durationSeconds: 60,
  subject: 'PROFESSIONAL',
  required: false,
  canTrySee: false,
  demo: false,
  chosen: false,
  ...more,
})

it('a choice holds required and ticked courses and sums hours in whole tenths', () => {
  const offered = [
    course('a', 0.1, { required: true }),
    course('b', 0.2),
    course('c', 9, { subject: 'PUBLIC' }),
    course('d', 5),
  ]
  expect(courseChoiceOf(offered, new Set(), 0.3)).toMatchObject({
    courseIds: ['a'],
    hours: 0.1,
    enough: false,
  })
  expect(courseChoiceOf(offered, new Set(['b', 'c']), 0.3)).toMatchObject({
    courseIds: ['a', 'b', 'c'],
    hours: 0.3,
    enough: true,
  })
  expect(courseChoiceOf([], new Set(), 0)).toMatchObject({ enough: false })
})
