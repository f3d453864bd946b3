import { CallFailed, CallRefused, verdictOf } from '../answers.ts'
import { limitAfter } from '../limit-after.ts'
import type { ExamCalls, Surroundings } from './exam-calls.ts'
import type { Command, Failure } from './state.ts'

type Save = Extract<Command, { do: 'save' }>
type Submit = Extract<Command, { do: 'submit' }>
type Seal = Extract<Command, { do: 'seal' }>

/** How long a first try may take, ms. */
export const firstTry = { save: 10_000, end: 20_000, beat: 10_000 } as const

/** The calls of a running attempt: each tells the reducer what came of it. */
export function makeSending(
  calls: Pick<ExamCalls, 'save' | 'submit' | 'seal' | 'beat'>,
  { dispatch, read, now }: Pick<Surroundings, 'dispatch' | 'read' | 'now'>,
) {
  const attemptId = () => read().sitting?.attemptId ?? ''
  const page = () => read().page
  const within = (firstMs: number, failures = read().failures) => limitAfter(firstMs, failures)
  // of beats: what saves went through tells nothing of them, and is not told by them
  let unheard = 0

  async function save({ do: _, ...given }: Save): Promise<void> {
    const sentAt = now()
    try {
      const answer = await calls.save(
        { attemptId: attemptId(), page: page(), ...given },
        within(firstTry.save),
      )
      dispatch({ on: 'saved', ...answer, seq: given.seq, sentAt })
    } catch (error) {
      dispatch({ on: 'notSent', failure: failureOf(error), sentAt })
    }
  }

  async function submit({ do: _, ...given }: Submit): Promise<void> {
    const sentAt = now()
    try {
      const result = await calls.submit({ attemptId: attemptId(), ...given }, within(firstTry.end))
      dispatch({ on: 'submitted', result })
    } catch (error) {
      dispatch({ on: 'notSent', failure: failureOf(error), sentAt })
    }
  }

  async function seal({ seq, answers, beacon, afterMs }: Seal): Promise<void> {
    const sentAt = now()
    const whose = { attemptId: attemptId(), page: page() }
    const sealed = { ...whose, seq, answers, beacon, sealedAfterMs: afterMs }
    try {
      dispatch({ on: 'submitted', result: await calls.seal(sealed, within(firstTry.end)) })
    } catch (error) {
      dispatch({ on: 'notSent', failure: failureOf(error), sentAt })
    }
  }

  async function beat(): Promise<void> {
    const sentAt = now()
    try {
      const beat = await calls.beat(
        { attemptId: attemptId(), page: page() },
        within(firstTry.beat, unheard),
      )
      unheard = 0
      dispatch({ on: 'beat', ...beat, sentAt })
    } catch (error) {
      unheard += 1
      dispatch({ on: 'notBeaten', failure: failureOf(error) })
    }
  }

  return { save, submit, seal, beat }
}

/** What a call was refused or failed with, as the reducer hears it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallRefused)
    return { why: 'refused', key: error.key, msg: error.msg, data: error.data }
  if (!(error instanceof CallFailed)) return { why: 'unsent' }
  if (error.status === 401) return { why: 'signedOut' }
  const msg = verdictOf(error)
  if (msg === null) return { why: 'unsent', retryAfter: error.retryAfter }
  return { why: 'refused', key: undefined, msg, data: {} }
}
