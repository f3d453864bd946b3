import { queryOptions } from '@tanstack/react-query'
import { inWhole } from '../pages.ts'
import {
  type StaffInput,
  type StaffOutput,
  staffCall,
  staffRead,
  staffReadPage,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type TeacherRow = StaffOutput<'GET /teaching/v1/teachers'>['list'][number]
export type CourseRow = StaffOutput<'GET /teaching/v1/courses'>['list'][number]
export type CourseState = CourseRow['state']
export type DeskCourse = StaffOutput<'GET /teaching/v1/course'>
export type CourseContent = StaffInput<'POST /teaching/v1/save_course'>['content']
export type CourseVersion = NonNullable<DeskCourse['draft']>
export type ShownLesson = CourseVersion['lessons'][number]
export type ExamRules = CourseVersion['rules']
export type LessonCheck = StaffOutput<'GET /teaching/v1/lesson_checks'>['list'][number]

/** A page, by name. */
export const teacherListQuery = (input: StaffInput<'GET /teaching/v1/teachers'>) =>
  staffReadPage('GET /teaching/v1/teachers', input)

/** A page, in whatever state. */
export const courseListQuery = (input: StaffInput<'GET /teaching/v1/courses'>) =>
  staffReadPage('GET /teaching/v1/courses', input)

/** All that a plan can take. */
export const publishedCoursesQuery = () =>
  inWhole(
    ['staff', 'GET /teaching/v1/courses', { state: 'PUBLISHED' }],
    (asked, signal) =>
      staffCall('GET /teaching/v1/courses', { state: 'PUBLISHED', ...asked }, { signal }),
    ({ id }) => id,
  )

/** A version that was published: it never changes, but the links to its films live ten minutes. */
export const courseVersionQuery = (courseId: string, versionId: string) =>
  queryOptions({ ...staffRead('GET /teaching/v1/version', { courseId, versionId }), gcTime: 0 })

/** Never renewed by itself under somebody who is editing it, and forgotten with the page. */
export const deskCourseQuery = (id: string) => staffReadToEdit('GET /teaching/v1/course', { id })

/** the open course itself is fetched anew by its page, which knows what is unsaved */
const courses = ['GET /teaching/v1/courses'] as const
const everywhere = [...courses, 'GET /teaching/v1/teachers'] as const
/** the forms show what went wrong themselves */
const quiet = { quiet: true }

/** Students see it at once. */
export const useSaveTeacher = () =>
  useStaffWrite('POST /teaching/v1/save_teacher', everywhere, quiet)
/** What is not in a version: title, intro, subject, teacher, cover, trial. */
export const useSaveCourse = () => useStaffWrite('POST /teaching/v1/save_course', everywhere, quiet)
/** Lessons and rules; students see nothing of it until it is published. */
export const useSaveDraft = () => useStaffWrite('POST /teaching/v1/save_draft', courses, quiet)
/** What is published stays. */
export const useDiscardDraft = () =>
  useStaffWrite('POST /teaching/v1/discard_draft', courses, quiet)
/** For whoever has not begun; who has keeps the version they study (decision 009). */
export const usePublishCourse = () => useStaffWrite('POST /teaching/v1/publish', courses, quiet)
/** From sale, or back again; who signed up goes on. */
export const useWithdrawCourse = () => useStaffWrite('POST /teaching/v1/withdraw', courses, quiet)

/** Lessons that nobody finishes, or that are not as long as they say. */
export const lessonChecksQuery = () => staffRead('GET /teaching/v1/lesson_checks', {})
/** The length that its learners' players agree on; whoever has watched enough is done. */
export const useCorrectLength = () =>
  useStaffWrite('POST /teaching/v1/correct_length', ['GET /teaching/v1/lesson_checks'], quiet)
