/** What the desks (teaching, plan) write and see of the catalogue, drafts and withdrawn courses included. */
export {
  type CourseFields,
  type CourseFilter,
  type DeskCourse,
  findDeskCourse,
  insertDeskCourse,
  listDeskCourses,
  lockDeskCourse,
  updateDeskCourse,
  wasPaidFor,
  yearThatNeeds,
} from '../store/desk-courses.ts'
export {
  deleteDraft,
  findDraft,
  findVersion,
  insertDraft,
  listPublished,
  replaceDraft,
  type Version,
} from '../store/desk-versions.ts'
export {
  findTeacher,
  insertTeacher,
  listTeachers,
  lockTeacher,
  type TeacherFields,
  updateTeacher,
} from '../store/teachers.ts'
export { type NewLesson, publishVersion, ruleColumns } from '../store/versions.ts'
