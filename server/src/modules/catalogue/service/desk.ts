/** What the desks (teaching, plan) write and see of the catalogue, drafts and withdrawn courses included. */
export {
  type CourseFields,
  type CourseFilter,
  type DeskCourse,
  findDeskCourse,
  findDeskCourses,
  insertDeskCourse,
  listDeskCourses,
  lockDeskCourse,
  lockWithdrawals,
  setCourseWithdrawn,
  updateDeskCourse,
  wasPaidFor,
  yearThatNeeds,
} from '../store/desk-courses.ts'
export {
  countWaiting,
  type DeskPlan,
  deletePlan,
  findDeskPlan,
  hasPlanOf,
  insertDeskPlan,
  listDeskPlanCourses,
  listDeskPlans,
  lockDeskPlan,
  lockPlanCourses,
  openPlan,
  type PlanColumns,
  type PlanCourseRow,
  replacePlanCourses,
  setPlanClosed,
  updateDeskPlan,
  yearHasHours,
} from '../store/desk-plans.ts'
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
  closeLength,
  isShortenedTo,
  listOpenLengths,
  listTooLong,
  renewDraftLengths,
  shortenLesson,
} from '../store/lengths.ts'
export {
  findTeacher,
  insertTeacher,
  listTeachers,
  lockTeacher,
  type TeacherFields,
  updateTeacher,
} from '../store/teachers.ts'
export {
  findOpenMove,
  listOpenMoves,
  type NewLesson,
  noteMoved,
  type OpenMove,
  publishVersion,
} from '../store/versions.ts'
