import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ExamRules } from '../../catalogue/service.ts'
import { consentText, consentVersionOf } from '../consent-text.ts'
import { secondsWithExtra } from '../paper.ts'
import { attemptsLeftOf, examStateOf, mayReview, shownLockOf } from '../state.ts'
import { type Appeal, listAppealable, listAppealsOf } from '../store/appeals.ts'
import { type Attempt, findAnswerable } from '../store/attempts.ts'
import { listReviewReasons } from '../store/captures.ts'
import { findExtraPercent } from '../store/people.ts'
import { listRegradesOf, type RegradeOfAttempt } from '../store/regrades.ts'
import { readExam } from './read.ts'

/** Rules, state and results of one course's exam, before and after sitting it. */
export async function readInfo(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
) {
  const { course, rules, facts, attempts, consent } = await readExam(deps, student, input)
  const settings = await deps.settings.all()
  const appeals = await listAppealsOf(deps.db, course.id)
  const appealable = await listAppealable(deps.db, course.id)
  const found = await listReviewReasons(deps.db, course.id)
  const reasons = Map.groupBy(found, ({ attemptId }) => attemptId)
  const who = { studentId: student.studentId, courseId: course.courseId }
  const isHeld = (await findAnswerable(deps.db, who, settings['exam.sealedSeconds'])) !== null
  const regrades = await listRegradesOf(deps.db, course.id)
  const version = consentVersionOf(settings)
  const state = examStateOf(facts)
  const extraPercent = await findExtraPercent(deps.db, student.studentId)
  const durationSeconds = secondsWithExtra(rules.examSeconds, extraPercent)
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
    lockedBecause: shownLockOf(facts),
    consent: {
      version,
      text: consentText({
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
      reviewable: !isHeld && attempt.submittedAt !== null && mayReview(attempt, facts),
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

function toAttemptResult(
  attempt: Attempt,
  appeals: Appeal[] = [],
  regrades: RegradeOfAttempt[] = [],
) {
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
