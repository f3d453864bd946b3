import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isSignPaid, listSignCourses, type SignCourse } from '../../learning/sign/service.ts'
import { listStudiedSignCourses } from '../../learning/study/service.ts'
import { type AttemptFacts, type ExamFacts, type ExamState, examStateOf, hasPassed } from '../state.ts'
import { listOverdueAttemptsOfStudent, listStudentAttempts } from '../store/attempts.ts'
import { endAttemptIfOverdue } from './finish.ts'

export interface ExamSummary {
  state: ExamState
  /** The value is null when no attempt was submitted; voided ones do not count. */
  bestScore: number | null
}

/**
 * The result is keyed by sign course id. An attempt overdue at this moment still shows RUNNING unless
 * endOverdueAttemptsOf ran first.
 */
export async function loadExamSummaries(db: Db, studentId: string): Promise<Map<string, ExamSummary>> {
  const [courses, rows] = await Promise.all([listSignCourses(db, studentId), listStudentAttempts(db, studentId)])
  const byCourse = Map.groupBy(rows, (attempt) => attempt.signCourseId)
  const exams = courses.map((course) => ({ course, attempts: byCourse.get(course.id) ?? [] }))
  // Reads whether the lessons are completed only for courses whose exam state depends on it.
  const openable = exams.filter(couldOpen).map(({ course }) => course.id)
  const studied = await listStudiedSignCourses(db, openable)
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
  const open = isSignPaid(course) && course.studyOpen && course.evaluatedAt !== null
  return open && !begun(course, attempts) && !hasPassed(attempts)
}

function begun(course: SignCourse, attempts: AttemptFacts[]): boolean {
  return attempts.some((attempt) => attempt.round === course.round)
}

function factsOf(course: SignCourse, attempts: AttemptFacts[], studied: boolean): ExamFacts {
  return {
    paid: isSignPaid(course),
    studyOpen: course.studyOpen,
    studied: studied || begun(course, attempts),
    evaluated: course.evaluatedAt !== null,
    round: course.round,
    /**
     * When the last attempt of a round is used, the next round is opened at once. So the current round always has at
     * least one attempt left, and this number only has to be large enough.
     */
    attemptsPerRound: attempts.length + 1,
    attempts,
  }
}

export async function endOverdueAttemptsOf(deps: Deps, studentId: string): Promise<void> {
  const grace = await deps.settings.get('exam.graceSeconds')
  for (const id of await listOverdueAttemptsOfStudent(deps.db, studentId, grace)) await endAttemptIfOverdue(deps, id)
}
