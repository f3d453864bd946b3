import { CallFailed, CallRefused, verdictOf } from '../answers.ts'
import type { ExamCalls, Surroundings } from './requests.ts'
import type { Command, Failure, Sitting } from './state.ts'

type Seal = Extract<Command, { do: 'seal' }>

/** The calls of a running attempt: each tells the reducer what came of it. */
export function makeSending(
  calls: Pick<ExamCalls, 'save' | 'submit' | 'seal' | 'beat'>,
  { dispatch, read, now }: Pick<Surroundings, 'dispatch' | 'read' | 'now'>,
) {
  const attemptId = () => read().sitting?.attemptId ?? ''

  async function save(seq: number, answers: Sitting['answers']): Promise<void> {
    const sentAt = now()
    try {
      const answer = await calls.save({ attemptId: attemptId(), seq, answers })
      dispatch({ on: 'saved', ...answer, seq, sentAt })
    } catch (error) {
      dispatch({ on: 'notSent', failure: failureOf(error) })
    }
  }

  async function submit(seq: number, answers: Sitting['answers']): Promise<void> {
    try {
      const result = await calls.submit({ attemptId: attemptId(), seq, answers })
      dispatch({ on: 'submitted', result })
    } catch (error) {
      dispatch({ on: 'notSent', failure: failureOf(error) })
    }
  }

  async function seal({ seq, answers, beacon, afterMs }: Seal): Promise<void> {
    const sealed = { attemptId: attemptId(), seq, answers, beacon, sealedAfterMs: afterMs }
    try {
      dispatch({ on: 'submitted', result: await calls.seal(sealed) })
    } catch (error) {
      dispatch({ on: 'notSent', failure: failureOf(error) })
    }
  }

  async function beat(): Promise<void> {
    const sentAt = now()
    try {
      dispatch({ on: 'beat', ...(await calls.beat({ attemptId: attemptId() })), sentAt })
    } catch (error) {
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
