import { CallFailed, CallRefused } from '../answers.ts'
import type { CallOptions, Input, Output } from '../call.ts'
import { resultIn } from './ending.ts'
import { forgetCopies, readCopy } from './local-copy.ts'
import { makePictures } from './pictures.ts'
import type {
  AttemptEvent,
  AttemptState,
  Command,
  ExamInfo,
  ExamMode,
  ExamResult,
  Failure,
  Sitting,
} from './state.ts'

/** The calls of one exam. */
export interface ExamCalls {
  info: () => Promise<ExamInfo>
  consent: (mode: ExamMode, version: string) => Promise<unknown>
  start: () => Promise<Sitting>
  save: (input: Input<'POST /exam/v1/save_answer'>) => Promise<Output<'POST /exam/v1/save_answer'>>
  submit: (input: Input<'POST /exam/v1/submit_exam'>) => Promise<ExamResult>
  upload: (picture: Blob, options: CallOptions) => Promise<{ id: string }>
  capture: (input: Input<'POST /exam/v1/exam_capture'>) => Promise<unknown>
}

interface Surroundings {
  dispatch: (event: AttemptEvent) => void
  read: () => AttemptState
  /** epoch ms of this device */
  now: () => number
  take: () => Promise<Blob>
}

type Request = Exclude<Command, { do: 'openCamera' | 'closeCamera' }>

/** Makes the reducer's calls and tells it what came of them. */
export function makeRequests(calls: ExamCalls, { dispatch, read, now, take }: Surroundings) {
  let pictures: ReturnType<typeof makePictures> | undefined
  const attemptId = () => read().sitting?.attemptId ?? ''

  async function consent(mode: ExamMode, version: string): Promise<void> {
    try {
      await calls.consent(mode, version)
      dispatch({ on: 'consented' })
    } catch (error) {
      dispatch({ on: 'notStarted', failure: failureOf(error) })
    }
  }

  async function start(resume: string | null): Promise<void> {
    try {
      if (resume && !(await isRunning(resume))) return
      const sentAt = now()
      const sitting = await calls.start()
      forgetCopies('')
      pictures = makePictures(sitting.attemptId, {
        take,
        camera: () => read().camera,
        upload: calls.upload,
        send: calls.capture,
      })
      dispatch({ on: 'started', sitting, kept: readCopy(sitting.attemptId), sentAt })
    } catch (error) {
      dispatch({ on: 'notStarted', failure: failureOf(error) })
    }
  }

  /** What another page has ended is not begun anew by who meant to go on. */
  async function isRunning(resume: string): Promise<boolean> {
    const sentAt = now()
    const fresh = await calls.info()
    if (fresh.runningAttemptId === resume) return true
    const result = resultIn(fresh, resume)
    const data = { result: result ?? undefined }
    const msg = '该次考试已结束，请查看成绩'
    dispatch({ on: 'notStarted', failure: { why: 'refused', key: 'exam.submitted', msg, data } })
    dispatch({ on: 'synced', info: fresh, sentAt })
    return false
  }

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

  async function capture(no: number): Promise<void> {
    const outcome = (await pictures?.(no)) ?? 'again'
    dispatch({ on: 'captured', no, outcome })
  }

  async function sync(): Promise<void> {
    const sentAt = now()
    const fresh = await calls.info().catch(() => null)
    if (fresh) dispatch({ on: 'synced', info: fresh, sentAt })
  }

  return {
    make(command: Request): Promise<void> {
      if (command.do === 'consent') return consent(command.mode, command.version)
      if (command.do === 'start') return start(command.resume)
      if (command.do === 'save') return save(command.seq, command.answers)
      if (command.do === 'submit') return submit(command.seq, command.answers)
      if (command.do === 'capture') return capture(command.no)
      return sync()
    },
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallRefused)
    return { why: 'refused', key: error.key, msg: error.msg, data: error.data }
  if (!(error instanceof CallFailed)) return { why: 'unsent' }
  if (error.status === 401) return { why: 'signedOut' }
  if (error.status === 429 || error.status >= 500)
    return { why: 'unsent', retryAfter: error.retryAfter }
  return { why: 'refused', key: undefined, msg: error.msg ?? '服务器没有接受这次提交', data: {} }
}
