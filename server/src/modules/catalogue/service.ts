/**
 * What the association teaches: plans, courses, their versions and lessons. Read by every module above; written by
 * seeds, and by the desks in teaching and plan.
 */
export { requiredOf } from './required.ts'
export {
  type Course,
  findCourse,
  findOfferedCourse,
  insertCourse as addCourse,
  listCourses,
} from './store/courses.ts'
export {
  findPlan,
  findPlanByYear,
  holdPlan,
  holdPlansOf,
  holdYears,
  insertPlan as addPlan,
  insertPlanCourse as addPlanCourse,
  listPlanCourses,
  listPlans,
  type NewPlanCourse,
  type Plan,
  type PlanCourse,
  trialYears,
} from './store/plans.ts'
export {
  type CourseRules,
  type ExamRules,
  findArticle,
  findRules,
  type Lesson,
  listArticles,
  listLessons,
} from './store/versions.ts'
