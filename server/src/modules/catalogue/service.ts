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
  insertPlan as addPlan,
  insertPlanCourse as addPlanCourse,
  listPlanCourses,
  listPlans,
  listTrialYears,
  type NewPlanCourse,
  type Plan,
  type PlanCourse,
  sharePlan as holdPlan,
  sharePlansOfStudents as holdPlansOf,
  sharePlansOfYears as holdYears,
} from './store/plans.ts'
export {
  type CourseExamRules,
  type ExamRules,
  findArticle,
  findCourseExamRules,
  type Lesson,
  listArticles,
  listLessons,
} from './store/versions.ts'
