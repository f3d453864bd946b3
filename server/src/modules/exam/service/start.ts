import { clientCalls } from '@ce/contract'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { requireTextsAccepted } from '../../../platform/auth/unaccepted-texts.ts'
import { SerializedJson } from '../../../platform/calls.ts'
import { type CommitOutcome, createOncePerOwner, GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCodeOf } from '../../../platform/error-code.ts'
import { refuse } from '../../../platform/errors.ts'
import { createBeacon } from '../beacon.ts'
import { examConsentVersionOf } from '../consent-text.ts'
import { lastAttemptNoOf, startRefusalKeyOf, usedAttemptsOf } from '../state.ts'
import { type AttemptStart, type StartedAttemptRow, startAttempts } from '../store/begin.ts'
import { insertPaper } from '../store/papers.ts'
import { drawPaperFor } from './papers.ts'
import { type ExamOfCourse, loadExamOfCourse } from './read.ts'
import { refuseEndedAttempt } from './result.ts'

/** More tries are needed only if someone keeps starting and ending attempts. */
const tries = 4

/**
 * Resumes a running attempt on any device. Simultaneous starts get the same attempt, because its number in the round is
 * unique.
 */
export async function startExam(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
): Promise<SerializedJson> {
  const begin = { studentId: student.studentId, signId: input.signId, signCourseId: input.id }
  if (student.unaccepted) await requireRunning(deps, student, input)
  for (let tried = 0; tried < tries; tried += 1) {
    const begun = await groupOf(deps).submit(`${begin.studentId} ${begin.signCourseId}`, begin)
    if (begun) return toSitting(deps, begun)
    const exam = await loadExamOfCourse(deps, student, input)
    // A student who meant to resume gets the result, not a new attempt.
    if (exam.justSubmitted) return refuseEndedAttempt(exam.justSubmitted)
    if (exam.attempts.every((attempt) => attempt.submittedAt)) await drawNow(deps, exam)
  }
  return refuse('common.busy')
}

/**
 * Texts must be accepted before a new attempt, but not to resume a running attempt.
 * @throws Refusal student.agreementRequired.
 */
async function requireRunning(deps: Deps, student: StudentActor, input: { signId: string; id: string }): Promise<void> {
  const { attempts, justSubmitted } = await loadExamOfCourse(deps, student, input)
  if (!justSubmitted && attempts.every((attempt) => attempt.submittedAt)) requireTextsAccepted(student)
}

const groupOf = createOncePerOwner(
  (deps: Deps) =>
    new GroupCommit<AttemptStart, StartedAttemptRow | null>((begins) => commitBegins(deps, begins), {
      name: 'exam start',
      lanes: 2,
    }),
)

async function commitBegins(deps: Deps, begins: AttemptStart[]): Promise<CommitOutcome<StartedAttemptRow | null>[]> {
  const settings = await deps.settings.all()
  const begun = await startAttempts(deps.pool, begins, {
    consentVersion: examConsentVersionOf(settings),
    grace: settings['exam.graceSeconds'],
  })
  return begun.map((one) => ({ result: one ?? null }))
}

/** @throws Refusal when the attempt cannot start. */
async function drawNow(deps: Deps, { course, rules, facts, consent }: ExamOfCourse): Promise<void> {
  const refusal = startRefusalKeyOf(facts)
  if (refusal) refuse(refusal)
  const version = examConsentVersionOf(await deps.settings.all())
  if (consent?.version !== version) refuse('exam.consentNeeded', { version })
  const paper = await drawPaperFor(deps.db, rules, {
    signCourseId: course.id,
    round: course.round,
    no: lastAttemptNoOf(facts) + 1,
    used: usedAttemptsOf(facts),
  })
  if (!paper) return refuse('exam.notReady')
  await insertPaper(deps.db, paper).catch((error: unknown) => {
    // Another start used the prepared paper in the meantime, so the next try finds the attempt of that start.
    if (errorCodeOf(error) !== '23503') throw error
  })
}

/** The questions were validated when the paper was drawn, so they are not validated again. */
const frame = clientCalls.exam.start.response.omit({ questions: true })

function toSitting(deps: Deps, { shown, planned, captures, ...begun }: StartedAttemptRow): SerializedJson {
  const { startedAt } = begun
  const due = planned?.map((seconds, index) => ({
    no: index + 1,
    dueAt: new Date(startedAt.getTime() + seconds * 1000),
    received: false,
  }))
  const known = captures?.map(({ dueAt, ...one }) => ({ ...one, dueAt: new Date(dueAt) }))
  const beacon = createBeacon(deps.keys, begun.attemptId, begun.heardAt)
  const rest = JSON.stringify(frame.parse({ ...begun, beacon, captures: due ?? known ?? [] }))
  return new SerializedJson(`{"questions":${shown},${rest.slice(1)}`)
}
