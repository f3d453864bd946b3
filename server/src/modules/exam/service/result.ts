import { isDeepStrictEqual } from 'node:util'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findSignCourse, type SignCourse } from '../../learning/sign/service.ts'
import type { AnswersByQuestion } from '../grade.ts'
import { mayTakeAttempt } from '../policy.ts'
import { type LoggedSave, listLoggedSaves } from '../store/answer-log.ts'
import { type Attempt, findAttempt } from '../store/attempts.ts'
import { endAttemptIfOverdue } from './finish.ts'

/** `attemptsLeft` refers to the round of the attempt, so a repeat gets the same response. */
export function attemptResultOf(attempt: Attempt) {
  const { score, rightCount, wrongCount, passed, receipt, submittedBy } = attempt
  if (
    score === null ||
    rightCount === null ||
    wrongCount === null ||
    passed === null ||
    receipt === null ||
    submittedBy === null
  )
    throw new Error('a result was asked of an attempt that is not submitted')
  return {
    attemptId: attempt.id,
    score,
    totalPoints: attempt.totalPoints,
    passMark: attempt.passMark,
    passed,
    right: rightCount,
    wrong: wrongCount,
    attemptsLeft: attempt.attemptsLeft,
    receipt,
    submittedBy,
  }
}

export function refuseEndedAttempt(attempt: Attempt): never {
  const key = attempt.submittedBy === 'DEADLINE' ? 'exam.deadlinePassed' : 'exam.submitted'
  return refuse(key, { result: attemptResultOf(attempt) })
}

/** True when the clock of the page submitted too early, because the deadline moved or the clock is fast. */
export function isAutoSubmittedTooEarly(byClock: boolean, { deadline, now }: Clock): boolean {
  return byClock && now < deadline
}

export function refuseBeforeDeadline({ deadline, now }: Clock): never {
  return refuse('exam.deadlineMoved', { deadline, serverNow: now })
}

interface Clock {
  deadline: Date
  now: Date
}

/** Ends an overdue attempt first. @throws Refusal exam.attemptNotFound, notSubmitted. */
export async function requireEndedAttempt(
  deps: Deps,
  student: StudentActor,
  attemptId: string,
): Promise<{ attempt: Attempt; course: SignCourse }> {
  const grace = await deps.settings.get('exam.graceSeconds')
  let attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt || !mayTakeAttempt(student, attempt)) return refuse('exam.attemptNotFound')
  if (attempt.overdue) {
    await endAttemptIfOverdue(deps, attemptId)
    attempt = (await findAttempt(deps.db, attemptId, grace)) ?? attempt
  }
  if (!attempt.submittedAt) return refuse('exam.notSubmitted')
  const course = await findSignCourse(deps.db, attempt.signCourseId)
  if (!course) throw new Error('the sign course of an attempt is gone')
  return { attempt, course }
}

export function attemptHeaderOf(attempt: Attempt, course: SignCourse) {
  const { startedAt, submittedAt, voidedAt } = attempt
  if (!submittedAt) throw new Error('only an ended sitting has a page')
  const head = { signId: course.signId, id: course.id, courseTitle: course.title }
  return { ...attemptResultOf(attempt), ...head, startedAt, submittedAt, voided: voidedAt !== null }
}

/**
 * Refuses the save and sends the saved answers and their choice numbers, so that the page can merge and retry
 * (docs/exam-offline.md).
 */
export async function refuseStaleSave(
  db: Db,
  { id, savedSeq, answers }: { id: string; savedSeq: number; answers: AnswersByQuestion },
  seq: number,
): Promise<never> {
  const news = listAnswersChangedSince(await listLoggedSaves(db, id, { from: seq, to: savedSeq }), seq)
  const savedAt = Object.fromEntries(news.map(({ question, at }) => [question, at]))
  const chosen = Object.fromEntries(news.map(({ question, choice }) => [question, choice]))
  return refuse('exam.seqStale', { savedSeq, answers, savedAt, chosen })
}

/** The time when an answer was saved, and its choice number. */
interface News {
  question: string
  at: Date
  choice: number | undefined
}

/** Ignores a choice that was saved before and sent again over a slow connection (decision 059). */
export function listAnswersChangedSince(entries: readonly LoggedSave[], from: number): News[] {
  const standing = new Map<string, News & { seq: number; options: string[] }>()
  for (const { seq, at, answers, chosen } of entries)
    for (const [question, options] of Object.entries(answers)) {
      const choice = chosen?.[question]
      const before = standing.get(question)
      const again = choice !== undefined && choice === before?.choice
      if (again && isDeepStrictEqual(before?.options, options)) continue
      standing.set(question, { question, at, choice, seq, options })
    }
  return [...standing.values()].filter(({ seq }) => seq >= from)
}
