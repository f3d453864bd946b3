import { isDeepStrictEqual } from 'node:util'
import { mostSaves } from '@ce/contract/exam-limits'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { GroupCommit, type Outcome } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { beaconOf } from '../beacon.ts'
import { type Answers, answersFit } from '../grade.ts'
import { maySitAttempt } from '../policy.ts'
import { contentHash } from '../receipt.ts'
import {
  type Choices,
  findLogged,
  type Save,
  type Saved,
  saveAnswers,
} from '../store/answer-log.ts'
import { findAttempt, toAnswers } from '../store/attempts.ts'
import { settleAttempt } from './finish.ts'
import { refuseEnded } from './result.ts'
import { readShape } from './shape.ts'
import { refuseStale } from './stale.ts'

/** the second finds the time that an outage of ours took given back */
const tries = 2

export interface SaveInput {
  attemptId: string
  seq: number
  answers: Answers
  page?: string | undefined
  chosen?: Choices | undefined
}

/**
 * Saves changed answers; durable when it resolves. An identical repeat of a saved seq, of the same choices, gets its first answer,
 * `savedSeq` = that seq, even after the end. Any other seq but the next one, and the same seq with other answers, are the same
 * thing to a client: another page has saved meanwhile → exam.seqStale with what is saved, to merge and retry (product §3).
 * Saved as often as may be, a running attempt is only handed in.
 */
export async function saveAnswer(deps: Deps, student: StudentActor, input: SaveInput) {
  const { seq, answers, page } = input
  const attemptId = input.attemptId.toLowerCase()
  const known = await readShape(deps, attemptId)
  if (!known || !maySitAttempt(student, known)) return refuse('exam.attemptNotFound')
  if (!answersFit(known.shape, answers)) refuse('exam.badAnswer')
  const hash = contentHash('SAVE', seq, answers)
  const chosen = input.chosen && choicesOf(answers, input.chosen)
  const save = { attemptId, seq, answers, chosen, page, contentHash: hash }
  for (let tried = 0; tried < tries; tried += 1) {
    const saved = seq <= mostSaves ? await groupOf(deps).submit(attemptId, save) : null
    if (saved) {
      const beacon = beaconOf(deps.keys, attemptId, saved.now)
      return { savedSeq: seq, serverNow: saved.now, deadline: saved.deadline, beacon }
    }
    const answered = await answerUnsaved(deps, save)
    if (answered) return answered
  }
  return refuse('common.busy')
}

/** ms between two batches, which nobody feels who goes on answering (decision 035) */
const pace = 10

/** Answers of many students commit together; those of one attempt go one after the other. */
const groups = new WeakMap<Deps, GroupCommit<Save, Saved | null>>()

function groupOf(deps: Deps): GroupCommit<Save, Saved | null> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit((saves) => commitSaves(deps, saves), {
      name: 'exam save',
      pace,
    })
    groups.set(deps, group)
  }
  return group
}

async function commitSaves(deps: Deps, saves: Save[]): Promise<Outcome<Saved | null>[]> {
  const grace = await deps.settings.get('exam.graceSeconds')
  const saved = await saveAnswers(deps.pool, saves, grace)
  return saves.map((save) => ({ result: saved.get(save.attemptId) ?? null }))
}

/** Of what is answered, and nothing else that was sent with it. */
function choicesOf(answers: Answers, chosen: Choices): Choices {
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => answers[id]))
}

/** The pages of before do not say. */
function isSameChoice(one: Choices | null, other: Choices | undefined): boolean {
  return !one || !other || isDeepStrictEqual(one, other)
}

/** Why nothing was written; undefined: the attempt has just been given more time, it may be tried again. */
async function answerUnsaved(deps: Deps, { attemptId, seq, chosen, contentHash: hash }: Save) {
  const grace = await deps.settings.get('exam.graceSeconds')
  const attempt = await findAttempt(deps.db, attemptId, grace)
  if (!attempt) return refuse('exam.attemptNotFound')
  const logged = await findLogged(deps.db, attemptId, seq)
  if (logged?.contentHash.equals(hash) && isSameChoice(logged.chosen, chosen)) {
    // of that moment: what was heard since, another page may have said
    const beacon = beaconOf(deps.keys, attemptId, logged.at)
    return { savedSeq: seq, serverNow: attempt.now, deadline: attempt.deadline, beacon }
  }
  if (attempt.submittedAt) return refuseEnded(attempt)
  if (!attempt.overdue) {
    if (seq > mostSaves && seq === attempt.savedSeq + 1) return refuse('exam.savesSpent')
    return refuseStale(deps.db, { ...attempt, answers: toAnswers(attempt.answers) }, seq)
  }
  await settleAttempt(deps, attemptId)
  const ended = await findAttempt(deps.db, attemptId, grace)
  return ended?.submittedAt ? refuseEnded(ended) : undefined
}
