import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { type CourseExamRules, type ExamRules, findCourseExamRules } from '../../catalogue/service.ts'
import { isSignPaid, requireOwnSignCourse, type SignCourse } from '../../learning/sign/service.ts'
import { isSignCourseStudied } from '../../learning/study/service.ts'
import { examConsentTextOf, examConsentVersionOf } from '../consent-text.ts'
import { examSecondsWithExtra } from '../paper.ts'
import {
  attemptsLeftOf,
  displayedExamLockOf,
  type ExamFacts,
  examStateOf,
  isRoundUsedUp,
  mayReviewAttempt,
} from '../state.ts'
import { type Appeal, listAppealableAttempts, listAppealsOfSignCourse } from '../store/appeals.ts'
import { type Attempt, findAnswerWindowSeconds, listAttemptsOfSignCourse } from '../store/attempts.ts'
import { listReviewReasons } from '../store/captures.ts'
import { findExamConsent } from '../store/consent.ts'
import { findExtraTimePercent } from '../store/people.ts'
import { listRegradesOfSignCourse, type RegradeOfAttempt } from '../store/regrades.ts'
import { endAttemptIfOverdue, openRestudyRounds } from './finish.ts'

export async function readExamInfo(deps: Deps, student: StudentActor, input: { signId: string; id: string }) {
  const { course, rules, facts, attempts, consent } = await loadExamOfCourse(deps, student, input)
  const settings = await deps.settings.all()
  const appeals = await listAppealsOfSignCourse(deps.db, course.id)
  const appealable = await listAppealableAttempts(deps.db, course.id)
  const found = await listReviewReasons(deps.db, course.id)
  const reasons = Map.groupBy(found, ({ attemptId }) => attemptId)
  const who = { studentId: student.studentId, courseId: course.courseId }
  const isHeld = (await findAnswerWindowSeconds(deps.db, who, settings['exam.sealedSeconds'])) !== null
  const regrades = await listRegradesOfSignCourse(deps.db, course.id)
  const version = examConsentVersionOf(settings)
  const state = examStateOf(facts)
  const extraPercent = await findExtraTimePercent(deps.db, student.studentId)
  const durationSeconds = examSecondsWithExtra(rules.examSeconds, extraPercent)
  const running = attempts.find((attempt) => !attempt.submittedAt)
  return {
    id: course.id,
    signId: course.signId,
    year: course.year,
    trial: course.trial,
    courseTitle: course.title,
    subject: course.subject,
    hours: course.hours / 10,
    rules: toRules(rules),
    extraPercent,
    durationSeconds,
    state,
    lockedBecause: displayedExamLockOf(facts),
    consent: {
      version,
      text: examConsentTextOf({
        seconds: durationSeconds,
        extraPercent,
        captures: rules.randomCaptures,
        captureKeepDays: settings['exam.captureKeepDays'],
      }),
      given: consent?.version === version ? consent.mode : null,
    },
    runningAttemptId: running?.id ?? null,
    runningDeadline: running?.deadline ?? null,
    attempts: attempts.map((attempt) => ({
      ...toAttemptResult(attempt, appeals.get(attempt.id), regrades.get(attempt.id)),
      mayAppeal: appealable.has(attempt.id),
      reviewReasons: (reasons.get(attempt.id) ?? []).map(({ reason, count }) => ({
        reason,
        count,
      })),
      reviewable: !isHeld && attempt.submittedAt !== null && mayReviewAttempt(attempt, facts),
    })),
    attemptsLeft: attemptsLeftOf(facts),
    sealedSeconds: settings['exam.sealedSeconds'],
    captureLateSeconds: settings['exam.captureLateSeconds'],
    studyEndAt: course.studyEndAt,
    serverNow: await appNow(deps.db),
  }
}

function toRules(rules: ExamRules) {
  const { singleCount: single, multipleCount: multiple, judgeCount: judge, pointsEach } = rules
  return {
    single,
    multiple,
    judge,
    pointsEach,
    totalPoints: pointsEach * (single + multiple + judge),
    passMark: rules.passMark,
    durationSeconds: rules.examSeconds,
    attemptsPerRound: rules.attemptsPerRound,
  }
}

function toAttemptResult(attempt: Attempt, appeals: Appeal[] = [], regrades: RegradeOfAttempt[] = []) {
  return {
    attemptId: attempt.id,
    no: attempt.no,
    startedAt: attempt.startedAt,
    submittedAt: attempt.submittedAt,
    submittedBy: attempt.submittedBy,
    score: attempt.score,
    passed: attempt.passed,
    right: attempt.rightCount,
    wrong: attempt.wrongCount,
    receipt: attempt.receipt,
    review: attempt.review,
    voided: attempt.voidedAt !== null,
    voidReason: attempt.voidReason,
    restoredAt: attempt.restoredAt,
    appeals,
    regrades,
  }
}

export interface ExamOfCourse {
  course: SignCourse
  rules: CourseExamRules
  facts: ExamFacts
  attempts: Attempt[]
  consent: { mode: 'CAMERA' | 'MANUAL'; version: string } | null
  /** The overdue attempt that this read has submitted, or null. */
  justSubmitted: Attempt | null
}

/** Before the read, an overdue attempt is submitted and a used-up round is closed. */
export async function loadExamOfCourse(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
): Promise<ExamOfCourse> {
  const exam = await load(deps, student, input)
  const overdue = exam.attempts.find((attempt) => attempt.overdue)
  if (overdue) await endAttemptIfOverdue(deps, overdue.id)
  else if (isRoundUsedUp(exam.facts))
    await inTransaction(deps.db, (tx) =>
      openRestudyRounds(tx, [{ signCourseId: exam.course.id, round: exam.course.round, attemptsLeft: 0 }]),
    )
  else return exam
  const settled = await load(deps, student, input)
  // An outage that was just credited may have moved the deadline instead.
  const ended = settled.attempts.find(({ id, submittedAt }) => id === overdue?.id && submittedAt)
  return { ...settled, justSubmitted: ended ?? null }
}

async function load(deps: Deps, student: StudentActor, input: { signId: string; id: string }): Promise<ExamOfCourse> {
  const { db } = deps
  const course = await requireOwnSignCourse(db, student, input.id, 'exam.notFound')
  if (course.signId !== input.signId) refuse('exam.notFound')
  const grace = await deps.settings.get('exam.graceSeconds')
  const [rules, attempts, consent, studied] = await Promise.all([
    findCourseExamRules(db, course.courseVersionId),
    listAttemptsOfSignCourse(db, course.id, grace),
    findExamConsent(db, course.id),
    isSignCourseStudied(db, course.id),
  ])
  if (!rules) throw new Error('the version of a sign course is gone')
  const facts = {
    paid: isSignPaid(course),
    studyOpen: course.studyOpen,
    studied,
    evaluated: course.evaluatedAt !== null,
    round: course.round,
    attemptsPerRound: rules.attemptsPerRound,
    attempts,
  }
  return { course, rules, facts, attempts, consent: consent ?? null, justSubmitted: null }
}
