import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findQuestionExplanations } from '../../catalogue/question/service.ts'
import { answerKeyOf, applyAnswerKeyCorrections, gradePaper } from '../grade.ts'
import { type Paper, paperExplanationOf } from '../paper.ts'
import { mayReviewAttempt } from '../state.ts'
import {
  type Attempt,
  findAnswerWindowSeconds,
  listAttemptsOfSignCourse,
  toAnswersByQuestion,
} from '../store/attempts.ts'
import { findStartedPaper } from '../store/papers.ts'
import { listCorrectionsOfPaper } from '../store/regrades.ts'
import { creditOutage } from './added-time.ts'
import { attemptHeaderOf, requireEndedAttempt } from './result.ts'
import { endOverdueAttemptsOf } from './summaries.ts'

/** @throws Refusal exam.reviewLocked, reviewHeld while the right answers could help in another attempt. */
export async function loadAttemptReview(deps: Deps, student: StudentActor, { attemptId }: { attemptId: string }) {
  const { attempt, course } = await requireEndedAttempt(deps, student, attemptId)
  await creditOutage(deps)
  // End overdue attempts first, because they would count as running.
  await endOverdueAttemptsOf(deps, student.studentId)
  const attempts = await listAttemptsOfSignCourse(deps.db, attempt.signCourseId, 0)
  const paper = await requirePaper(deps.db, attempt)
  const { attemptsPerRound } = paper
  if (!mayReviewAttempt(attempt, { attempts, attemptsPerRound })) return refuse('exam.reviewLocked')
  const sealedSeconds = await deps.settings.get('exam.sealedSeconds')
  const who = { studentId: student.studentId, courseId: course.courseId }
  const heldSeconds = await findAnswerWindowSeconds(deps.db, who, sealedSeconds)
  if (heldSeconds !== null) return refuse('exam.reviewHeld', { minutes: Math.ceil(heldSeconds / 60) })
  return { ...attemptHeaderOf(attempt, course), questions: await listReviewedQuestions(deps.db, attempt, paper) }
}

/** @throws Error when the attempt has no paper, which cannot happen */
export async function requirePaper(db: Db, { id }: Attempt): Promise<Paper> {
  const stored = await findStartedPaper(db, id)
  if (!stored) throw new Error('an attempt has no paper')
  return stored.paper
}

export async function listReviewedQuestions(db: Db, attempt: Attempt, paper: Paper) {
  const answers = toAnswersByQuestion(attempt.answers)
  const corrections = await listCorrectionsOfPaper(db, attempt.id)
  const keys = new Map(applyAnswerKeyCorrections(answerKeyOf(paper), corrections).questions.map((key) => [key.id, key]))
  const corrected = new Map(corrections.map(({ questionId, kind }) => [questionId, kind]))
  const explanations = await findQuestionExplanations(
    db,
    paper.questions.map(({ id }) => id),
  )
  return paper.questions.map((question) => {
    const { id, type, stem, points } = question
    const key = keys.get(id) ?? question
    const options = question.options.map((option) => ({ id: option.id, text: option.text }))
    const right = gradePaper({ questions: [key] }, answers).right === 1
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
      explanation: paperExplanationOf(question, explanations.get(id)),
    }
  })
}
