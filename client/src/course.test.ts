import { expect, it } from 'vitest'
import { aLesson } from '../test/lesson-world.ts'
import { learnCourseDetailQuery, noteProgress } from './course.ts'
import { makeQueryClient } from './query.ts'

/** A cached detail of this round, after a player of round 1 has told of a lesson that it is done. */
function toldOfRoundOne(round: number) {
  const client = makeQueryClient()
  const { queryKey } = learnCourseDetailQuery('course')
  const detail = { id: 'course', round, lessons: [aLesson(), aLesson({ id: 'other' })] }
  client.setQueryData(queryKey, detail as never)
  const { covered, creditedSeconds, furthestSeconds, resumeAt } = aLesson()
  const heard = { covered, creditedSeconds, furthestSeconds, resumeAt, done: true }
  noteProgress(client, { id: 'course', round: 1 }, 'lesson', heard)
  return client.getQueryData(queryKey)?.lessons.map(({ done }) => done)
}

it('what a player has heard stands in the list of its round', () => {
  expect(toldOfRoundOne(1)).toEqual([true, false])
})

it('what a player of the round before has heard says nothing of this one', () => {
  expect(toldOfRoundOne(2)).toEqual([false, false])
})
