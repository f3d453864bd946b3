import { isDeepStrictEqual } from 'node:util'
import { maxSavesPerAttempt } from '@ce/contract/exam-limits'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type CommitOutcome, createOncePerOwner, GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { createBeacon } from '../beacon.ts'
import { type AnswersByQuestion, areAnswersValid } from '../grade.ts'
import { mayTakeAttempt } from '../policy.ts'
import { answerContentHash } from '../receipt.ts'
import {
  type AnswerChoices,
  type AnswerSave,
  findLogEntry,
  type SavedAnswers,
  saveAnswers,
} from '../store/answer-log.ts'
import { findAttempt, toAnswersByQuestion } from '../store/attempts.ts'
import { endAttemptIfOverdue } from './finish.ts'
import { findPaperShape } from './papers.ts'
import { refuseEndedAttempt, refuseStaleSave } from './result.ts'

/** The second try follows when an outage was credited and moved the deadline. */
const tries = 2

export interface SaveAnswerInput {
  attemptId: string
  seq: number
  answers: AnswersByQuestion
  page?: string | undefined
  chosen?: AnswerChoices | undefined
}

/**
 * The answer is durable when the promise resolves. An identical repeat gets the first response, even after the end. Any
 * other seq is refused with exam.seqStale and the saved answers, so that the page can merge and retry
 * (docs/rules/exam.md#answers).
 */
export async function saveAnswer(deps: Deps, student: StudentActor, input: SaveAnswerInput) {
  const { seq, answers, page } = input
  const attemptId = input.attemptId.toLowerCase()
  const known = await findPaperShape(deps, attemptId)
  if (!known || !mayTakeAttempt(student, known)) return refuse('exam.attemptNotFound')
  if (!areAnswersValid(known.shape, answers)) refuse('exam.badAnswer')
  const hash = answerContentHash('SAVE', seq, answers)
  const chosen = input.chosen && choicesOf(answers, input.chosen)
  const save = { attemptId, seq, answers, chosen, page, contentHash: hash }
  for (let tried = 0; tried < tries; tried += 1) {
    const saved = seq <= maxSavesPerAttempt ? await groupOf(deps).submit(attemptId, save) : null
    if (saved) {
      const beacon = createBeacon(deps.keys, attemptId, saved.now)
      return { savedSeq: seq, serverNow: saved.now, deadline: saved.deadline, beacon }
    }
    const answered = await answerUnsaved(deps, save)
    if (answered) return answered
  }
  return refuse('common.busy')
}

/** Batches are this many milliseconds apart, too short to notice (decision 035). */
const pace = 10

/** Commits of many students are grouped; saves of one attempt run in order. */
const groupOf = createOncePerOwner(
  (deps: Deps) =>
    new GroupCommit<AnswerSave, SavedAnswers | null>((saves) => commitSaves(deps, saves), {
      name: 'exam save',
      pace,
    }),
)

async function commitSaves(deps: Deps, saves: AnswerSave[]): Promise<CommitOutcome<SavedAnswers | null>[]> {
  const grace = await deps.settings.get('exam.graceSeconds')
  const saved = await saveAnswers(deps.pool, saves, grace)
  return saves.map((save) => ({ result: saved.get(save.attemptId) ?? null }))
}

function choicesOf(answers: AnswersByQuestion, chosen: AnswerChoices): AnswerChoices {
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => answers[id]))
}

/** Pages from an older version send no choice number, so a missing number counts as the same. */
function isSameChoice(one: AnswerChoices | null, other: AnswerChoices | undefined): boolean {
  return !one || !other || isDeepStrictEqual(one, other)
}

/** Returns undefined when the attempt has just got more time and the save can be retried. */
async function answerUnsaved(deps: Deps, { attemptId, seq, chosen, contentHash: hash }: AnswerSave) {
  const grace = await deps.settings.get('exam.graceSeconds')
  const attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt) return refuse('exam.attemptNotFound')
  const logged = await findLogEntry(deps.db, attemptId, seq)
  if (logged?.contentHash.equals(hash) && isSameChoice(logged.chosen, chosen)) {
    // The beacon shows the time of the save, because later requests may come from another page.
    const beacon = createBeacon(deps.keys, attemptId, logged.at)
    return { savedSeq: seq, serverNow: attempt.now, deadline: attempt.deadline, beacon }
  }
  if (attempt.submittedAt) return refuseEndedAttempt(attempt)
  if (!attempt.overdue) {
    if (seq > maxSavesPerAttempt && seq === attempt.savedSeq + 1) return refuse('exam.savesSpent')
    return refuseStaleSave(deps.db, { ...attempt, answers: toAnswersByQuestion(attempt.answers) }, seq)
  }
  await endAttemptIfOverdue(deps, attemptId)
  const ended = await findAttempt(deps.db, attemptId, grace)
  return ended?.submittedAt ? refuseEndedAttempt(ended) : undefined
}
