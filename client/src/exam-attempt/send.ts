import { CallFailed, CallRefused, permanentRefusalText } from '../answers.ts'
import { timeLimitAfterFailures } from '../upload-limit.ts'
import type { ExamCalls, ExamEnvironment } from './exam-calls.ts'
import type { AttemptCommand, RequestFailure } from './state.ts'

type Save = Extract<AttemptCommand, { do: 'save' }>
type Submit = Extract<AttemptCommand, { do: 'submit' }>
type Seal = Extract<AttemptCommand, { do: 'seal' }>

/** Time limits of a call's first try, doubled after failures. */
export const firstTryTimeLimitsMs = { save: 10_000, end: 20_000, beat: 10_000 } as const

export function makeAttemptCalls(
  calls: Pick<ExamCalls, 'save' | 'submit' | 'seal' | 'beat'>,
  { dispatch, read, now }: Pick<ExamEnvironment, 'dispatch' | 'read' | 'now'>,
) {
  const attemptId = () => read().sitting?.attemptId ?? ''
  const page = () => read().page
  const within = (firstMs: number, failures = read().failures) => timeLimitAfterFailures(firstMs, failures)
  // Heartbeats without a response in a row, counted apart from failed saves.
  let unheard = 0

  async function save({ do: _, ...given }: Save): Promise<void> {
    const sentAt = now()
    try {
      const answer = await calls.save(
        { attemptId: attemptId(), page: page(), ...given },
        within(firstTryTimeLimitsMs.save),
      )
      dispatch({ on: 'saved', ...answer, seq: given.seq, sentAt })
    } catch (error) {
      dispatch({ on: 'notSent', failure: toRequestFailure(error), sentAt })
    }
  }

  async function submit({ do: _, ...given }: Submit): Promise<void> {
    const sentAt = now()
    try {
      const result = await calls.submit({ attemptId: attemptId(), ...given }, within(firstTryTimeLimitsMs.end))
      dispatch({ on: 'submitted', result })
    } catch (error) {
      dispatch({ on: 'notSent', failure: toRequestFailure(error), sentAt })
    }
  }

  async function seal({ seq, answers, beacon, afterMs }: Seal): Promise<void> {
    const sentAt = now()
    const whose = { attemptId: attemptId(), page: page() }
    const sealed = { ...whose, seq, answers, beacon, sealedAfterMs: afterMs }
    try {
      dispatch({ on: 'submitted', result: await calls.seal(sealed, within(firstTryTimeLimitsMs.end)) })
    } catch (error) {
      dispatch({ on: 'notSent', failure: toRequestFailure(error), sentAt })
    }
  }

  async function beat(): Promise<void> {
    const sentAt = now()
    try {
      const beat = await calls.beat(
        { attemptId: attemptId(), page: page() },
        within(firstTryTimeLimitsMs.beat, unheard),
      )
      unheard = 0
      dispatch({ on: 'beat', ...beat, sentAt })
    } catch (error) {
      unheard += 1
      dispatch({ on: 'notBeaten', failure: toRequestFailure(error) })
    }
  }

  return { save, submit, seal, beat }
}

export function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof CallRefused) return { why: 'refused', key: error.key, msg: error.msg, data: error.data }
  if (!(error instanceof CallFailed)) return { why: 'unsent' }
  if (error.status === 401) return { why: 'signedOut' }
  const msg = permanentRefusalText(error)
  if (msg === null) return { why: 'unsent', retryAfter: error.retryAfter }
  return { why: 'refused', key: undefined, msg, data: {} }
}
