import type { ExamCalls, ExamEnvironment } from './exam-calls.ts'
import { attemptPageId } from './page-number.ts'
import { makeCaptureSender } from './pictures.ts'
import { makeAttemptCalls, toRequestFailure } from './send.ts'
import type { AttemptCommand, ExamMode } from './state.ts'
import { openLocalDrafts } from './stored-papers.ts'
import { resultOfAttempt } from './submit.ts'

type Request = Exclude<AttemptCommand, { do: 'openCamera' | 'closeCamera' }>

export function createExamRequestSender(
  calls: ExamCalls,
  { studentId, dispatch, read, now, take, label }: ExamEnvironment,
) {
  let pictures: ReturnType<typeof makeCaptureSender> | undefined
  const sending = makeAttemptCalls(calls, { dispatch, read, now })

  async function consent(mode: ExamMode, version: string): Promise<void> {
    try {
      await calls.consent(mode, version)
      dispatch({ on: 'consented' })
    } catch (error) {
      dispatch({ on: 'notStarted', failure: toRequestFailure(error) })
    }
  }

  async function start(resume: string | null): Promise<void> {
    try {
      if (resume && !(await isRunning(resume))) return
      const sentAt = now()
      /**
       * Read the device's drafts during the call and not after it, because the time until the response is used to set
       * the clock.
       */
      const [sitting, keptOf] = await Promise.all([calls.start(), openLocalDrafts(studentId)])
      const { attemptId } = sitting
      const kept = keptOf(attemptId)
      const page = attemptPageId(attemptId, kept.page)
      pictures = makeCaptureSender(attemptId, {
        take,
        label,
        camera: () => read().camera,
        upload: calls.upload,
        send: calls.capture,
      })
      dispatch({ on: 'started', sitting, kept: { ...kept, page }, sentAt })
    } catch (error) {
      dispatch({ on: 'notStarted', failure: toRequestFailure(error) })
    }
  }

  /**
   * Whether the attempt to resume is still running. If another page has ended it, starting again would begin a new
   * attempt.
   */
  async function isRunning(resume: string): Promise<boolean> {
    const sentAt = now()
    const fresh = await calls.info()
    if (fresh.runningAttemptId === resume) return true
    const result = resultOfAttempt(fresh, resume)
    const data = { result: result ?? undefined }
    const msg = '该次考试已结束，请查看成绩'
    dispatch({ on: 'notStarted', failure: { why: 'refused', key: 'exam.submitted', msg, data } })
    dispatch({ on: 'synced', info: fresh, sentAt })
    return false
  }

  async function capture(no: number): Promise<void> {
    const asked = pictures
    const outcome = (await asked?.(no)) ?? 'again'
    // Ignore the result if a new attempt has started, because its captures are numbered from 1 again.
    if (asked === pictures) dispatch({ on: 'captured', no, outcome })
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
      if (command.do === 'save') return sending.save(command)
      if (command.do === 'submit') return sending.submit(command)
      if (command.do === 'seal') return sending.seal(command)
      if (command.do === 'beat') return sending.beat()
      if (command.do === 'capture') return capture(command.no)
      return sync()
    },
  }
}
