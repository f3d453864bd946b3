import { publicFileUrl } from '../../platform/files/links.ts'
import type { Course } from '../catalogue/service.ts'

/** A course's public cover; null: the page draws one. */
export function coverUrlOf(course: Pick<Course, 'coverFileId'>): string | null {
  return course.coverFileId ? publicFileUrl(course.coverFileId) : null
}

type TeacherFields = Pick<
  Course,
  'teacherName' | 'teacherTitleCode' | 'teacherEmployer' | 'teacherIntro'
>

/** The teacher as cards show them, and in full. */
export function teacherOf(course: TeacherFields) {
  return { name: course.teacherName, titleCode: course.teacherTitleCode }
}

/** The same with employer and introduction. */
export function fullTeacherOf(course: TeacherFields) {
  return { ...teacherOf(course), employer: course.teacherEmployer, intro: course.teacherIntro }
}
