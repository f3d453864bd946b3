import { expect, it } from 'vitest'
import { makeFilmLesson } from '../test/lesson-world.ts'
import { learnCourseDetailQuery, mergeProgress } from './course.ts'
import { createQueryClient } from './query.ts'

function toldOfRoundOne(round: number) {
  const client = createQueryClient()
  const { queryKey } = learnCourseDetailQuery('course')
  const detail = { id: 'course', round, lessons: [makeFilmLesson(), makeFilmLesson({ id: 'other' })] }
  client.setQueryData(queryKey, detail as never)
  const { covered, creditedSeconds, furthestSeconds, resumeAt } = makeFilmLesson()
  const heard = { covered, creditedSeconds, furthestSeconds, resumeAt, done: true }
  mergeProgress(client, { id: 'course', round: 1 }, 'lesson', heard)
  return client.getQueryData(queryKey)?.lessons.map(({ done }) => done)
}

it('progress of a player updates the course when both are in the same round', () => {
  expect(toldOfRoundOne(1)).toEqual([true, false])
})

it('progress of an earlier round leaves the course unchanged', () => {
  expect(toldOfRoundOne(2)).toEqual([false, false])
})
