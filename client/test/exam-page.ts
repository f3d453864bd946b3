import { call } from '../src/call.ts'
import { saveAnswer, submitSealed } from '../src/exam.ts'
import { type ExamAttempt, makeAttempt } from '../src/exam-attempt/attempt.ts'
import { readLeft } from '../src/exam-attempt/kept-papers.ts'
import { wouldLose } from '../src/exam-attempt/leaving.ts'
import { sendPapers } from '../src/exam-attempt/left-answers.ts'
import { oneAtATime } from '../src/exam-attempt/one-at-a-time.ts'
import { callsOf, listenToPage } from '../src/exam-attempt/page.ts'
import type { ExamOf } from '../src/exam-attempt/state.ts'
import { retryMs } from '../src/exam-attempt/use-left-answers.ts'

/**
 * A private page of the portal, without React: it sends what closed pages have left, and sits an exam when asked to. The simulation of exam
 * rooms (server/test/exam-room/) bundles it, and gives each page a browser, a clock and a line of its own.
 */
export function openPage(studentId: string, exam: ExamOf) {
  let attempt: ExamAttempt | null = null
  /** and those that were left here */
  const attempts: ExamAttempt[] = []
  let stop = () => {}
  const look = oneAtATime(async () => {
    await sendPapers(studentId, { save: saveAnswer, seal: submitSealed })
  })
  setInterval(look, retryMs)
  globalThis.addEventListener('online', look)
  look()

  return {
    attempt: () => attempt,
    /** What lies on the device, and the server's words on it. */
    left: () => readLeft(studentId),
    /** To the exam's page, and on with what runs or, `anew`, into a new attempt, under a person's eye instead of the camera's. */
    async enter(anew: boolean): Promise<void> {
      const info = await call('GET /exam/v1/info', exam, { quiet: true })
      if (!anew && !info.runningAttemptId) return
      const entered = makeAttempt(
        studentId,
        info,
        callsOf(exam, () => call('GET /exam/v1/info', exam, { quiet: true })),
      )
      attempt = entered
      attempts.push(entered)
      stop = listenToPage(studentId, entered)
      entered.dispatch({ on: 'choose', mode: 'MANUAL' })
      entered.dispatch({ on: 'begin' })
    },
    /** What would be lost if it was closed now: it asks before. */
    unkept: () => attempts.filter(wouldLose).flatMap((one) => Object.keys(one.read().unsaved)),
    /** Leaves it for another page of ours. */
    leave(): void {
      stop()
      stop = () => {}
      attempt = null
      look()
    },
  }
}
