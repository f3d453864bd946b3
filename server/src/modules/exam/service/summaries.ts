import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isPaid, listSignCourses, type SignCourse } from '../../sign/service.ts'
import { listStudied } from '../../study/service.ts'
import {
  type AttemptFacts,
  type ExamFacts,
  type ExamState,
  examStateOf,
  hasPassed,
} from '../state.ts'
import { listStudentAttempts, listStudentOverdue } from '../store/attempts.ts'
import { settleAttempt } from './finish.ts'

export interface ExamSummary {
  state: ExamState
  /** of attempts that were not voided; null: none submitted */
  bestScore: number | null
}

/**
 * How every exam of a student stands, by sign course id, in three statements. Reads only: an attempt
 * that is overdue this very moment still shows RUNNING, unless settleStudent went before.
 */
export async function examSummaries(db: Db, studentId: string): Promise<Map<string, ExamSummary>> {
  const [courses, rows] = await Promise.all([
    listSignCourses(db, studentId),
    listStudentAttempts(db, studentId),
  ])
  const byCourse = Map.groupBy(rows, (attempt) => attempt.signCourseId)
  const exams = courses.map((course) => ({ course, attempts: byCourse.get(course.id) ?? [] }))
  // coverage is asked for only where the state hangs on it
  const openable = exams.filter(couldOpen).map(({ course }) => course.id)
  const studied = await listStudied(db, openable)
  return new Map(
    exams.map(({ course, attempts }) => {
      const state = examStateOf(factsOf(course, attempts, studied.has(course.id)))
      const scores = attempts.flatMap(({ score, voidedAt }) => (voidedAt ? [] : (score ?? [])))
      return [course.id, { state, bestScore: scores.length > 0 ? Math.max(...scores) : null }]
    }),
  )
}

interface CourseAttempts {
  course: SignCourse
  attempts: AttemptFacts[]
}

function couldOpen({ course, attempts }: CourseAttempts): boolean {
  const open = isPaid(course) && course.studyOpen && course.evaluatedAt !== null
  return open && !begun(course, attempts) && !hasPassed(attempts)
}

function begun(course: SignCourse, attempts: AttemptFacts[]): boolean {
  return attempts.some((attempt) => attempt.round === course.round)
}

function factsOf(course: SignCourse, attempts: AttemptFacts[], studied: boolean): ExamFacts {
  return {
    paid: isPaid(course),
    studyOpen: course.studyOpen,
    studied: studied || begun(course, attempts),
    evaluated: course.evaluatedAt !== null,
    round: course.round,
    // a used-up round is closed at once, so one that is still open has an attempt left
    attemptsPerRound: attempts.length + 1,
    attempts,
  }
}

/** Submits the overdue attempts of one student, so that what is read next is final. */
export async function settleStudent(deps: Deps, studentId: string): Promise<void> {
  const grace = await deps.settings.get('exam.graceSeconds')
  for (const id of await listStudentOverdue(deps.db, studentId, grace))
    await settleAttempt(deps, id)
}
