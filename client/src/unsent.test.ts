import { expect, it } from 'vitest'
import type { Beat } from './lesson-player/state.ts'
import { secondsOf } from './unsent.ts'

const beat = (lessonId: string, ...intervals: [number, number][]): Beat => ({
  ...{ id: 'course', lessonId, playSessionId: 's', seq: 1, event: 'beat', position: 0 },
  intervals,
})

it('what is unsent counts each second of a lesson once', () => {
  const beats = [beat('a', [0, 15], [20, 30]), beat('a', [10, 22]), beat('b', [0, 4.6]), beat('b')]
  expect(secondsOf(beats)).toBe(35)
  expect(secondsOf([])).toBe(0)
})
