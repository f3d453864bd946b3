import { describe, expect, it } from 'vitest'
import type { Lesson } from '../catalogue/service.ts'
import { trialOf } from './trial.ts'

function lesson(change: Partial<Lesson> = {}): Lesson {
  return {
    id: 'l',
    courseId: 'c',
    versionId: 'v1',
    position: 1,
    title: '第一讲',
    kind: 'VIDEO',
    durationDs: 305,
    videoFileId: 'v',
    captionsFileId: null,
    lowVideoFileId: null,
    ...change,
  }
}

describe('trialOf', () => {
  it('is the beginning of the first lesson, never longer than it', () => {
    const lessons = [lesson({ captionsFileId: 'c' }), lesson({ videoFileId: 'other' })]
    const first = { videoFileId: 'v', captionsFileId: 'c' }
    expect(trialOf({ trialSeconds: 15 }, lessons)).toEqual({ ...first, seconds: 15 })
    expect(trialOf({ trialSeconds: 180 }, lessons)).toEqual({ ...first, seconds: 30.5 })
  })

  it.each([
    ['the course allows none', 0, [lesson()]],
    ['there is no lesson', 60, []],
    ['the first lesson is an article', 60, [lesson({ kind: 'ARTICLE', videoFileId: null })]],
  ])('is nothing when %s', (_, trialSeconds, lessons) => {
    expect(trialOf({ trialSeconds }, lessons)).toBeNull()
  })
})
