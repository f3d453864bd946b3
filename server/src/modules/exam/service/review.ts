import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findExplanations } from '../../question/service.ts'
import { correctKey, grade, keyOf } from '../grade.ts'
import { explanationOn, type Paper } from '../paper.ts'
import { mayReview } from '../state.ts'
import { type Attempt, findAnswerable, listAttempts, toAnswers } from '../store/attempts.ts'
import { correctionsOf } from '../store/corrections.ts'
import { findPaper } from '../store/papers.ts'
import { headOf, requireEnded } from './ended.ts'
import { creditOutage } from './outage.ts'
import { settleStudent } from './summaries.ts'

/** The own paper with the right answers and why. @throws Refusal exam.reviewLocked, reviewHeld while they would help in a sitting */
export async function reviewAttempt(
  deps: Deps,
  student: StudentActor,
  { attemptId }: { attemptId: string },
) {
  const { attempt, course } = await requireEnded(deps, student, attemptId)
  await creditOutage(deps)
  // a forgotten one would still look like running
  await settleStudent(deps, student.studentId)
  const attempts = await listAttempts(deps.db, attempt.signCourseId, 0)
  const paper = await paperOf(deps.db, attempt)
  const { attemptsPerRound } = paper
  if (!mayReview(attempt, { attempts, attemptsPerRound })) return refuse('exam.reviewLocked')
  const sealedSeconds = await deps.settings.get('exam.sealedSeconds')
  const who = { studentId: student.studentId, courseId: course.courseId }
  const heldSeconds = await findAnswerable(deps.db, who, sealedSeconds)
  if (heldSeconds !== null)
    return refuse('exam.reviewHeld', { minutes: Math.ceil(heldSeconds / 60) })
  return { ...headOf(attempt, course), questions: await reviewedQuestions(deps.db, attempt, paper) }
}

/** The paper an attempt was drawn with. @throws Error when it has none, which no attempt can */
export async function paperOf(db: Db, { id }: Attempt): Promise<Paper> {
  const stored = await findPaper(db, id)
  if (!stored) throw new Error('an attempt has no paper')
  return stored.paper
}

/** Every question of an ended sitting: what was chosen, what is right, and why. */
export async function reviewedQuestions(db: Db, attempt: Attempt, paper: Paper) {
  const answers = toAnswers(attempt.answers)
  const corrections = await correctionsOf(db, attempt.id)
  const keys = new Map(correctKey(keyOf(paper), corrections).questions.map((key) => [key.id, key]))
  const corrected = new Map(corrections.map(({ questionId, kind }) => [questionId, kind]))
  const explanations = await findExplanations(
    db,
    paper.questions.map(({ id }) => id),
  )
  return paper.questions.map((question) => {
    const { id, type, stem, points } = question
    const key = keys.get(id) ?? question
    const options = question.options.map((option) => ({ id: option.id, text: option.text }))
    const right = grade({ questions: [key] }, answers).right === 1
    const chosen = [...(answers[id] ?? [])].sort()
    return {
      id,
      type,
      stem,
      points,
      options,
      chosen,
      answer: key.answer,
      right,
      corrected: corrected.get(id) ?? null,
      explanation: explanationOn(question, explanations.get(id)),
    }
  })
}
