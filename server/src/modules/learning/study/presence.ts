import type { RefusalKey } from '@ce/contract'
import { minPresenceAnswerMs, presenceShownAfterMs } from '@ce/contract/presence'
import {
  type HeartbeatJudgeContext,
  isStudyOver,
  type PresenceWindow,
  type StudyClockState,
  type StudyHeartbeat,
} from './clock.ts'

/** No person can answer before a check has been visible for this time (decision 039). */
const shownDs = presenceShownAfterMs / 100
const soonestDs = minPresenceAnswerMs / 100
/** A check is announced early, because many responses are lost on a bad connection. */
const announceDs = 900
/** After two heartbeats of silence the page may not know of the check. */
const silentDs = 300
/** Limits the time counted past a check that fell due during silence (decision 053). */
const silenceDs = 7200

/**
 * A presence check that fell due while the server heard nothing is asked later (decision 053). Time after its due
 * moment counts only after the student confirms.
 */
export function rescheduleMissedCheck(
  clock: StudyClockState,
  before: StudyClockState,
  beat: StudyHeartbeat,
  bench: HeartbeatJudgeContext,
): StudyClockState {
  if (before.presenceLeft === 0 || clock.presenceLeft > 0 || isStudyOver(bench)) return clock
  const unheard = dueOf(clock) - before.accruedAt
  const silent = unheard > silentDs
  if (!silent && bench.now <= presenceAnswerDeadline(clock, bench)) return clock
  // A check that was announced counts as shown already, because this heartbeat may answer it.
  const told = !silent || (unheard <= announceDs && beat.presenceId === clock.presenceId)
  const due = told ? bench.now - shownDs : bench.now
  return { ...clock, presenceLate: Math.max(0, due - dueOf(clock)) }
}

/** Starting proves that the student is present, so choose the time of the next check. */
export function drawNextPresenceCheck(clock: StudyClockState, bench: HeartbeatJudgeContext): StudyClockState {
  const { id, after } = bench.drawPresence()
  return { ...clock, presenceId: id, presenceLeft: after, presenceLate: 0 }
}

/** Refuses presence answers that are too late or too early, or that nobody asked for. */
export function answerPresenceCheck(
  clock: StudyClockState,
  beat: StudyHeartbeat,
  bench: HeartbeatJudgeContext,
): StudyClockState | { refusal: RefusalKey } {
  const asked = announcedPresenceCheck(clock, bench)
  if (!asked || asked.id !== beat.presenceId || bench.now > asked.answerBy) return { refusal: 'course.presenceExpired' }
  if (bench.now < asked.due + soonestDs) return { refusal: 'course.presenceEarly' }
  const since = Math.min(Math.max(0, bench.until - clock.accruedAt), silenceDs)
  const next = drawNextPresenceCheck(clock, bench)
  return {
    ...next,
    accruedAt: Math.max(clock.accruedAt, bench.until),
    allowance: clock.allowance + since,
    presenceLeft: Math.max(announceDs, next.presenceLeft - since),
  }
}

/** A presence check is announced up to 90 seconds before it is due. */
export function announcedPresenceCheck(clock: StudyClockState, bench: HeartbeatJudgeContext): PresenceWindow | null {
  const due = dueOf(clock)
  if (clock.sessionNo === null || due - bench.now > announceDs) return null
  return { id: clock.presenceId, due, answerBy: presenceAnswerDeadline(clock, bench) }
}

const dueOf = ({ accruedAt, presenceLeft, presenceLate }: StudyClockState) => accruedAt + presenceLeft + presenceLate

export const presenceAnswerDeadline = (clock: StudyClockState, { presenceAnswer }: HeartbeatJudgeContext) =>
  dueOf(clock) + shownDs + presenceAnswer
