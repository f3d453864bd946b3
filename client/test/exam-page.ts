import { call } from '../src/call.ts'
import { saveAnswer, submitSealed } from '../src/exam.ts'
import { type ExamAttempt, makeAttempt } from '../src/exam-attempt/attempt.ts'
import { readLeft } from '../src/exam-attempt/kept-papers.ts'
import { sendPapers, whileSitting } from '../src/exam-attempt/left-answers.ts'
import { oneAtATime } from '../src/exam-attempt/one-at-a-time.ts'
import { callsOf, listenToPage } from '../src/exam-attempt/page.ts'
import { type ExamOf, isSitting } from '../src/exam-attempt/state.ts'
import { retryMs } from '../src/exam-attempt/use-left-answers.ts'

/**
 * A private page of the portal, without React: it sends what closed pages have left, and sits an exam when asked to. The simulation of exam
 * rooms (server/test/exam-room/) bundles it, and gives each page a browser, a clock and a line of its own.
 */
export function openPage(studentId: string, exam: ExamOf) {
  let attempt: ExamAttempt | null = null
  const stops: (() => void)[] = []
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
      stops.push(listenToPage(studentId, entered))
      let sat: string | undefined
      let stopSitting = () => {}
      stops.push(() => stopSitting())
      entered.subscribe(() => {
        const state = entered.read()
        const sits = isSitting(state) ? state.sitting?.attemptId : undefined
        if (sits === sat) return
        stopSitting()
        sat = sits
        stopSitting = sits ? whileSitting(sits) : () => {}
      })
      entered.dispatch({ on: 'choose', mode: 'MANUAL' })
      entered.dispatch({ on: 'begin' })
    },
    /** Leaves it for another page of ours. */
    leave(): void {
      for (const stop of stops.splice(0)) stop()
      attempt = null
      look()
    },
  }
}

export type ExamPage = ReturnType<typeof openPage>
