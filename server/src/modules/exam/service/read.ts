import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type CourseRules, findRules } from '../../catalogue/service.ts'
import { isPaid, requireOwnSignCourse, type SignCourse } from '../../sign/service.ts'
import { courseStudied } from '../../study/service.ts'
import { type ExamFacts, roundUsedUp } from '../state.ts'
import { type Attempt, listAttempts } from '../store/attempts.ts'
import { findConsent } from '../store/consent.ts'
import { settleAttempt } from './finish.ts'
import { closeRounds } from './round.ts'

/** One course's exam as everything else reads it: rules, facts, sittings, consent. None of the sittings is overdue. */
export interface Exam {
  course: SignCourse
  rules: CourseRules
  facts: ExamFacts
  attempts: Attempt[]
  consent: { mode: 'CAMERA' | 'MANUAL'; version: string } | null
  /** the attempt that this very reading found overdue and submitted */
  justSubmitted: Attempt | null
}

/**
 * The student's own exam. What the clock has decided meanwhile is written down first: an overdue attempt is
 * submitted, a used-up round makes way for the next. Another's answers as a missing one.
 */
export async function readExam(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
): Promise<Exam> {
  const exam = await load(deps, student, input)
  const overdue = exam.attempts.find((attempt) => attempt.overdue)
  if (overdue) await settleAttempt(deps, overdue.id)
  else if (roundUsedUp(exam.facts))
    await inTransaction(deps.db, (tx) =>
      closeRounds(tx, [
        { signCourseId: exam.course.id, round: exam.course.round, attemptsLeft: 0 },
      ]),
    )
  else return exam
  const settled = await load(deps, student, input)
  // an outage credited just now may have given it more time instead
  const ended = settled.attempts.find(({ id, submittedAt }) => id === overdue?.id && submittedAt)
  return { ...settled, justSubmitted: ended ?? null }
}

async function load(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
): Promise<Exam> {
  const { db } = deps
  const course = await requireOwnSignCourse(db, student, input.id, 'exam.notFound')
  if (course.signId !== input.signId) refuse('exam.notFound')
  const grace = await deps.settings.get('exam.graceSeconds')
  const [rules, attempts, consent, studied] = await Promise.all([
    findRules(db, course.courseVersionId),
    listAttempts(db, course.id, grace),
    findConsent(db, course.id),
    courseStudied(db, course.id),
  ])
  if (!rules) throw new Error('the version of a sign course is gone')
  const facts = {
    paid: isPaid(course),
    studyOpen: course.studyOpen,
    studied,
    evaluated: course.evaluatedAt !== null,
    round: course.round,
    attemptsPerRound: rules.attemptsPerRound,
    attempts,
  }
  return { course, rules, facts, attempts, consent: consent ?? null, justSubmitted: null }
}
