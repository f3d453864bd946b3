import { describe, expect, it } from 'vitest'
import { courseProgress } from './progress.ts'

const lessons = [
  { id: 'a', durationDs: 300 },
  { id: 'b', durationDs: 600 },
]

function seen(lessonId: string, coveredDs: [number, number][], done = false) {
  return { lessonId, coveredDs, done }
}

describe('courseProgress function', () => {
  it.each([
    ['nothing', [], { percent: 0, state: 'TODO' }],
    ['a row without coverage', [seen('a', [])], { percent: 0, state: 'TODO' }],
    ['a tenth of a second', [seen('a', [[0, 1]])], { percent: 0, state: 'DOING' }],
    [
      'a third, in pieces',
      [
        seen('a', [
          [0, 100],
          [200, 300],
        ]),
        seen('b', [[0, 100]]),
      ],
      { percent: 33, state: 'DOING' },
    ],
    ['one lesson of two', [seen('a', [[0, 300]], true)], { percent: 33, state: 'DOING' }],
    [
      'all but the last tenth',
      [seen('a', [[0, 300]], true), seen('b', [[0, 599]], true)],
      { percent: 99, state: 'DONE' },
    ],
    ['everything', [seen('a', [[0, 300]], true), seen('b', [[0, 600]], true)], { percent: 100, state: 'DONE' }],
    ['more than there is', [seen('a', [[0, 9000]]), seen('b', [[0, 600]])], { percent: 100, state: 'DOING' }],
    ['a lesson of another course', [seen('z', [[0, 300]], true)], { percent: 0, state: 'TODO' }],
  ] as const)('%s', (_, coverage, expected) => {
    const copy = coverage.map((row) =>
      seen(
        row.lessonId,
        row.coveredDs.map(([from, to]) => [from, to]),
        row.done,
      ),
    )
    expect(courseProgress(lessons, copy)).toEqual(expected)
  })

  it('a course without lessons is never done', () => {
    expect(courseProgress([], [])).toEqual({ percent: 0, state: 'TODO' })
  })
})
