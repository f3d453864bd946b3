/**
 * What the association teaches: plans, courses, lessons. Read by every module above;
 * written by seeds now and by the teaching desk later.
 */
export { requiredOf } from './required.ts'
export {
  type Course,
  findCourse,
  findOfferedCourse,
  findPlan,
  findPlanByYear,
  findPlanCourse,
  insertCourse as addCourse,
  insertPlan as addPlan,
  insertPlanCourse as addPlanCourse,
  type Lesson,
  listCourses,
  listLessons,
  listPlanCourses,
  listPlans,
  type NewCourse,
  type NewPlan,
  type NewPlanCourse,
  type Plan,
  type PlanCourse,
} from './store.ts'
