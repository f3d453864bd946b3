import { randomInt, randomUUID } from 'node:crypto'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { drawCaptures, drawPaper } from '../paper.ts'
import { firstHash } from '../receipt.ts'
import { startRefusal } from '../state.ts'
import {
  type Begun,
  findAttempt,
  findPaper,
  insertAttempt,
  type NewAttempt,
  toAnswers,
} from '../store/attempts.ts'
import { listCaptures } from '../store/captures.ts'
import { readBank } from './bank.ts'
import { type Exam, readExam } from './read.ts'
import { refuseEnded } from './result.ts'

/** more than two tries means that somebody keeps starting and ending attempts in between */
const tries = 4

/**
 * Begins an attempt, or goes on with the running one on any device. Two starts at once get the same
 * one: its number in the round is unique, the later insert finds it taken and looks again.
 */
export async function startExam(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string },
) {
  for (let tried = 0; tried < tries; tried += 1) {
    const exam = await readExam(deps, student, input)
    const running = exam.attempts.find((attempt) => !attempt.submittedAt)
    if (running) return showAttempt(deps, running.id)
    // who meant to go on gets the result, not a new attempt
    if (exam.justSubmitted) refuseEnded(exam.justSubmitted)
    const attempt = await prepare(deps, exam)
    const begun = await insertAttempt(deps.db, attempt)
    if (begun) return toNewSitting(attempt, begun)
  }
  return refuse('common.busy')
}

async function prepare(deps: Deps, { course, rules, facts, consent }: Exam): Promise<NewAttempt> {
  const refusal = startRefusal(facts)
  if (refusal) refuse(refusal)
  const version = await deps.settings.get('exam.consentVersion')
  if (consent?.version !== version) return refuse('exam.consentNeeded', { version })
  const bank = await readBank(deps.db, course.courseId)
  const paper = drawPaper(bank, rules, randomInt)
  if (!paper) return refuse('exam.notReady')
  const id = randomUUID()
  return {
    id,
    signCourseId: course.id,
    studentId: course.studentId,
    round: course.round,
    no: facts.attempts.filter((attempt) => attempt.round === course.round).length + 1,
    mode: consent.mode,
    consentVersion: version,
    paper,
    passMark: rules.passMark,
    examSeconds: rules.examSeconds,
    logHash: firstHash(id),
    captures:
      consent.mode === 'CAMERA'
        ? drawCaptures(rules.randomCaptures, rules.examSeconds, randomInt)
        : [],
  }
}

/** What showAttempt would read back. */
function toNewSitting(attempt: NewAttempt, begun: Begun) {
  return {
    attemptId: attempt.id,
    mode: attempt.mode,
    serverNow: begun.startedAt,
    startedAt: begun.startedAt,
    deadline: begun.deadline,
    questions: attempt.paper.questions,
    answers: {},
    savedSeq: 0,
    captures: begun.due.map((dueAt, index) => ({ no: index + 1, dueAt, received: false })),
  }
}

/** The running attempt for its page. Right answers lie in the paper: the contract's response lets none of them out. */
async function showAttempt(deps: Deps, attemptId: string) {
  const grace = await deps.settings.get('exam.graceSeconds')
  const [attempt, paper, captures] = await Promise.all([
    findAttempt(deps.db, attemptId, grace),
    findPaper(deps.db, attemptId),
    listCaptures(deps.db, attemptId),
  ])
  if (!attempt || !paper) throw new Error('the attempt just found is gone')
  return {
    attemptId,
    mode: attempt.mode,
    serverNow: attempt.now,
    startedAt: attempt.startedAt,
    deadline: attempt.deadline,
    questions: paper.paper.questions,
    answers: toAnswers(attempt.answers),
    savedSeq: attempt.savedSeq,
    captures,
  }
}
