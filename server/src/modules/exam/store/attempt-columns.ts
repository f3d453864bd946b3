import { sql } from 'kysely'

export interface AttemptWithStudent {
  attemptId: string
  studentName: string
  phone: string
  courseTitle: string
  year: number
  no: number
  startedAt: Date
  submittedAt: Date | null
  score: number | null
  passed: boolean | null
  voided: boolean
}

export const attemptColumns = sql`attempt.id as attempt_id, student.name as student_name, student.phone,
  course.title as course_title, plan.year, attempt.no, attempt.started_at, attempt.submitted_at, attempt.score,
  attempt.passed, attempt.voided_at is not null as voided`

export const attemptTables = sql`attempt
  join student on student.id = attempt.student_id
  join sign_course on sign_course.id = attempt.sign_course_id
  join course on course.id = sign_course.course_id
  join plan on plan.id = sign_course.plan_id`
