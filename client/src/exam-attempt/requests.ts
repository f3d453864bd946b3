import { resultIn } from './ending.ts'
import type { ExamCalls, Surroundings } from './exam-calls.ts'
import { openKept } from './kept-papers.ts'
import { pageNumber } from './page-number.ts'
import { makePictures } from './pictures.ts'
import { failureOf, makeSending } from './sending.ts'
import type { Command, ExamMode } from './state.ts'

type Request = Exclude<Command, { do: 'openCamera' | 'closeCamera' }>

/** Makes the reducer's calls and tells it what came of them. */
export function makeRequests(
  calls: ExamCalls,
  { studentId, dispatch, read, now, take, label }: Surroundings,
) {
  let pictures: ReturnType<typeof makePictures> | undefined
  const sending = makeSending(calls, { dispatch, read, now })

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
      // both at once: the clock is set by how long the server took
      const [sitting, keptOf] = await Promise.all([calls.start(), openKept(studentId)])
      const { attemptId } = sitting
      const kept = keptOf(attemptId)
      const page = pageNumber(attemptId, kept.page)
      pictures = makePictures(attemptId, {
        take,
        label,
        camera: () => read().camera,
        upload: calls.upload,
        send: calls.capture,
      })
      dispatch({ on: 'started', sitting, kept: { ...kept, page }, sentAt })
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

  async function capture(no: number): Promise<void> {
    const asked = pictures
    const outcome = (await asked?.(no)) ?? 'again'
    // the next attempt's has the same number
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
