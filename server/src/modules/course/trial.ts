import type { Lesson } from '../catalogue/service.ts'

export interface Trial {
  videoFileId: string
  captionsFileId: string | null
  /** of the lesson's beginning */
  seconds: number
}

/** What may be seen before paying: the beginning of the first lesson, if the course allows it and it is a video. */
export function trialOf(course: { trialSeconds: number }, lessons: Lesson[]): Trial | null {
  const [first] = lessons
  if (course.trialSeconds === 0 || first?.kind !== 'VIDEO' || !first.videoFileId) return null
  return {
    videoFileId: first.videoFileId,
    captionsFileId: first.captionsFileId,
    seconds: Math.min(course.trialSeconds, first.durationDs / 10),
  }
}
