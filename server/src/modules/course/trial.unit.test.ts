import { describe, expect, it } from 'vitest'
import type { Lesson } from '../catalogue/service.ts'
import { freePreviewOf } from './view.ts'

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

describe('free preview of a course', () => {
  it('the preview is the beginning of the first lesson and never longer than it', () => {
    const lessons = [lesson({ captionsFileId: 'c' }), lesson({ videoFileId: 'other' })]
    const first = { videoFileId: 'v', captionsFileId: 'c' }
    expect(freePreviewOf({ trialSeconds: 15 }, lessons)).toEqual({ ...first, seconds: 15 })
    expect(freePreviewOf({ trialSeconds: 180 }, lessons)).toEqual({ ...first, seconds: 30.5 })
  })

  it.each([
    ['the course allows none', 0, [lesson()]],
    ['there is no lesson', 60, []],
    ['the first lesson is an article', 60, [lesson({ kind: 'ARTICLE', videoFileId: null })]],
  ])('a course has no preview when %s', (_, trialSeconds, lessons) => {
    expect(freePreviewOf({ trialSeconds }, lessons)).toBeNull()
  })
})
