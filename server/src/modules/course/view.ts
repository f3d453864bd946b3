import { createPublicFileUrl } from '../../platform/files/links.ts'
import type { Course, Lesson } from '../catalogue/service.ts'

/** Null means that the page must draw a cover. */
export function coverUrlOf(course: Pick<Course, 'coverFileId'>): string | null {
  return course.coverFileId ? createPublicFileUrl(course.coverFileId) : null
}

type TeacherFields = Pick<Course, 'teacherName' | 'teacherTitleCode' | 'teacherEmployer' | 'teacherIntro'>

export function toTeacherCard(course: TeacherFields) {
  return { name: course.teacherName, titleCode: course.teacherTitleCode }
}

export function toTeacherDetail(course: TeacherFields) {
  return { ...toTeacherCard(course), employer: course.teacherEmployer, intro: course.teacherIntro }
}

interface Trial {
  videoFileId: string
  captionsFileId: string | null
  seconds: number
}

/** Returns null if the course allows no preview or its first lesson is no film. */
export function freePreviewOf(course: { trialSeconds: number }, lessons: Lesson[]): Trial | null {
  const [first] = lessons
  if (course.trialSeconds === 0 || first?.kind !== 'VIDEO' || !first.videoFileId) return null
  return {
    videoFileId: first.videoFileId,
    captionsFileId: first.captionsFileId,
    seconds: Math.min(course.trialSeconds, first.durationDs / 10),
  }
}
