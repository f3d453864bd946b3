import type { RefusalKey } from '@ce/contract'
import { presenceShownMs, presenceSoonestMs } from '@ce/contract/presence'
import { type Beat, type Bench, type Clock, isOver, type Presence } from './clock.ts'

/** decision 039: a check shows so long after it is due, and no person answers it sooner than that */
const shownDs = presenceShownMs / 100
const soonestDs = presenceSoonestMs / 100
/** a check is announced so long before it is due, six heartbeats: on a bad line most of their answers are lost */
const announceDs = 900
/** a session of which nothing was heard for so long before it fell due, two heartbeats, may not have been told of it */
const silentDs = 300
/**
 * decision 053: past the moment at which a check fell due in a silence so much counts at most, once it is answered; with the 15–20 minutes that lay
 * before it, up to 32 of one silence
 */
const silenceDs = 7200

/**
 * Decision 053: a check that fell due while nothing was heard of its session, so that no page could ask or no answer arrive, is asked
 * when the session is heard of again. Nothing counts past the moment it fell due until it is answered, as of any other.
 */
export function askedAnew(clock: Clock, before: Clock, beat: Beat, bench: Bench): Clock {
  if (before.presenceLeft === 0 || clock.presenceLeft > 0 || isOver(bench)) return clock
  const unheard = dueOf(clock) - before.accruedAt
  const silent = unheard > silentDs
  if (!silent && bench.now <= answerBy(clock, bench)) return clock
  // one that was told shows at once, for its answer may be this very beat; of the other nobody can know before (decision 039)
  const told = !silent || (unheard <= announceDs && beat.presenceId === clock.presenceId)
  const due = told ? bench.now - shownDs : bench.now
  return { ...clock, presenceLate: Math.max(0, due - dueOf(clock)) }
}

/** The next one, when whoever starts has shown that they are there. */
export function withNewPresence(clock: Clock, bench: Bench): Clock {
  const { id, after } = bench.drawPresence()
  return { ...clock, presenceId: id, presenceLeft: after, presenceLate: 0 }
}

/** A check in time: the time since it fell due counts, after a silence no more than its most. Refused: too late, no check that was asked, or before a person could. */
export function answerCheck(
  clock: Clock,
  beat: Beat,
  bench: Bench,
): Clock | { refusal: RefusalKey } {
  const asked = presenceOf(clock, bench)
  if (!asked || asked.id !== beat.presenceId || bench.now > asked.answerBy)
    return { refusal: 'course.presenceExpired' }
  if (bench.now < asked.due + soonestDs) return { refusal: 'course.presenceEarly' }
  const since = Math.min(Math.max(0, bench.until - clock.accruedAt), silenceDs)
  const next = withNewPresence(clock, bench)
  return {
    ...next,
    accruedAt: Math.max(clock.accruedAt, bench.until),
    allowance: clock.allowance + since,
    // the way to the next begins where this one fell due; it is announced as any other
    presenceLeft: Math.max(announceDs, next.presenceLeft - since),
  }
}

/** The presence check as the player must know it: from six heartbeats before it is due. */
export function presenceOf(clock: Clock, bench: Bench): Presence | null {
  const due = dueOf(clock)
  if (clock.sessionNo === null || due - bench.now > announceDs) return null
  return { id: clock.presenceId, due, answerBy: answerBy(clock, bench) }
}

const dueOf = ({ accruedAt, presenceLeft, presenceLate }: Clock) =>
  accruedAt + presenceLeft + presenceLate

/** Until when an answer is taken: the time to give it begins when the check shows. */
export const answerBy = (clock: Clock, { presenceAnswer }: Bench) =>
  dueOf(clock) + shownDs + presenceAnswer
