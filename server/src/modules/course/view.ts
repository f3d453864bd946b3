import { publicFileUrl } from '../../platform/files/links.ts'
import type { Course } from '../catalogue/service.ts'

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

export function fullTeacherOf(course: TeacherFields) {
  return { ...teacherOf(course), employer: course.teacherEmployer, intro: course.teacherIntro }
}
