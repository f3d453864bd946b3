import { afterEach, expect, it, vi } from 'vitest'
import { aLesson } from '../test/lesson-world.ts'
import { storage } from '../test/storage.ts'
import { learnCourseDetailQuery, noteProgress, offeredQuery } from './course.ts'
import { makeQueryClient } from './query.ts'

afterEach(() => vi.unstubAllGlobals())

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

it.each([0, 100, 101, 200])(
  'of a year with %i courses all are offered, in order',
  async (total) => {
    const ids = Array.from({ length: total }, (_, index) => String(index))
    vi.stubGlobal('localStorage', storage())
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const { page, pageSize } = JSON.parse(body) as { page: number; pageSize: number }
      const list = ids.slice((page - 1) * pageSize, page * pageSize).map((id) => ({ id }))
      return Response.json({ code: 1, msg: 'ok', data: { list, total, page, pageSize } })
    })
    const { list } = await makeQueryClient().fetchQuery(offeredQuery(2026))
    expect(list.map(({ id }) => id)).toEqual(ids)
  },
)
