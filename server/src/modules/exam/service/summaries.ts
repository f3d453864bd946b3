import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isPaid, listSignCourses, type SignCourse } from '../../sign/service.ts'
import { courseStudied } from '../../study/service.ts'
import {
  type AttemptFacts,
  type ExamFacts,
  type ExamState,
  examStateOf,
  hasPassed,
} from '../state.ts'
import { listStudentAttempts, listStudentOverdue } from '../store.ts'
import { settleAttempt } from './finish.ts'

export interface ExamSummary {
  state: ExamState
  /** of attempts that were not voided; null: none submitted */
  bestScore: number | null
}

/**
 * How every exam of a student stands, by sign course id. Reads only: an attempt that is overdue this very moment still
 * shows RUNNING, unless settleStudent went before.
 */
export async function examSummaries(db: Db, studentId: string): Promise<Map<string, ExamSummary>> {
  const [courses, attempts] = await Promise.all([
    listSignCourses(db, studentId),
    listStudentAttempts(db, studentId),
  ])
  const entries = courses.map(async (course) => {
    const own = attempts.filter((attempt) => attempt.signCourseId === course.id)
    const state = examStateOf(await factsOf(db, course, own))
    const scores = own.filter((attempt) => !attempt.voidedAt).flatMap(({ score }) => score ?? [])
    const summary = { state, bestScore: scores.length > 0 ? Math.max(...scores) : null }
    return [course.id, summary] as const
  })
  return new Map(await Promise.all(entries))
}

async function factsOf(db: Db, course: SignCourse, attempts: AttemptFacts[]): Promise<ExamFacts> {
  const evaluated = course.evaluatedAt !== null
  const begun = attempts.some((attempt) => attempt.round === course.round)
  // coverage is asked for only where the state hangs on it: an exam that could be opened now
  const asked = isPaid(course) && course.studyOpen && evaluated && !begun && !hasPassed(attempts)
  return {
    paid: isPaid(course),
    studyOpen: course.studyOpen,
    studied: begun || (asked && (await courseStudied(db, course.id))),
    evaluated,
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
