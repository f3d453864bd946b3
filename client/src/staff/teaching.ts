import { queryOptions } from '@tanstack/react-query'
import { wholeListQuery } from '../pages.ts'
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

export const teacherListQuery = (input: StaffInput<'GET /teaching/v1/teachers'>) =>
  staffReadPage('GET /teaching/v1/teachers', input)

export const courseListQuery = (input: StaffInput<'GET /teaching/v1/courses'>) =>
  staffReadPage('GET /teaching/v1/courses', input)

export const publishedCoursesQuery = () =>
  wholeListQuery(
    ['staff', 'GET /teaching/v1/courses', { state: 'PUBLISHED' }],
    (asked, signal) => staffCall('GET /teaching/v1/courses', { state: 'PUBLISHED', ...asked }, { signal }),
    ({ id }) => id,
  )

/** A published version never changes, but film links expire after ten minutes. */
export const courseVersionQuery = (courseId: string, versionId: string) =>
  queryOptions({ ...staffRead('GET /teaching/v1/version', { courseId, versionId }), gcTime: 0 })

/** The course is removed from the cache with its page and not refetched during editing. */
export const deskCourseQuery = (id: string) => staffReadToEdit('GET /teaching/v1/course', { id })

/**
 * Calls to refetch after a write. The open course is not in the list, because its own page knows of unsaved changes and
 * refetches the course itself.
 */
const courses = ['GET /teaching/v1/courses'] as const
const everywhere = [...courses, 'GET /teaching/v1/teachers'] as const
const quiet = { quiet: true }

export const useSaveTeacher = () => useStaffWrite('POST /teaching/v1/save_teacher', everywhere, quiet)
/** Saves the course's fields outside of versions, such as title and cover. */
export const useSaveCourse = () => useStaffWrite('POST /teaching/v1/save_course', everywhere, quiet)
/** Students see the draft only after publication. */
export const useSaveDraft = () => useStaffWrite('POST /teaching/v1/save_draft', courses, quiet)
export const useDiscardDraft = () => useStaffWrite('POST /teaching/v1/discard_draft', courses, quiet)
/** Students who have begun keep their version (decision 009). */
export const usePublishCourse = () => useStaffWrite('POST /teaching/v1/publish', courses, quiet)
/** Students who signed up for a withdrawn course continue. */
export const useWithdrawCourse = () => useStaffWrite('POST /teaching/v1/withdraw', courses, quiet)

/** Lists lessons that nobody finishes, or whose length is wrong. */
export const lessonChecksQuery = () => staffRead('GET /teaching/v1/lesson_checks', {})
/** Sets a film's length to the one that players report, so that students who watched it are done. */
export const useCorrectLessonLength = () =>
  useStaffWrite('POST /teaching/v1/correct_length', ['GET /teaching/v1/lesson_checks'], quiet)
