import { callClient } from '../src/call.ts'
import { saveAnswer, sendOfflineSubmission } from '../src/exam.ts'
import { type ExamAttempt, makeExamAttempt } from '../src/exam-attempt/attempt.ts'
import { runOneAtATime } from '../src/exam-attempt/one-at-a-time.ts'
import { connectExamPage, examCallsOf } from '../src/exam-attempt/page.ts'
import { sendAllUnsentAnswers } from '../src/exam-attempt/send-unsent-answers.ts'
import type { ExamKey } from '../src/exam-attempt/state.ts'
import { readUnsentAnswers } from '../src/exam-attempt/stored-papers.ts'
import { unsentRetryMs } from '../src/exam-attempt/use-left-answers.ts'
import { hasUnsavedAnswers } from '../src/exam-attempt/warn-before-leaving.ts'

/** Opens a student's page without React, for the exam simulation (server/test/exam-room/). */
export function openPage(studentId: string, exam: ExamKey) {
  let attempt: ExamAttempt | null = null
  /** All attempts of this page, including those that the student has left. */
  const attempts: ExamAttempt[] = []
  let stop = () => {}
  const look = runOneAtATime(async () => {
    await sendAllUnsentAnswers(studentId, { save: saveAnswer, seal: sendOfflineSubmission })
  })
  setInterval(look, unsentRetryMs)
  globalThis.addEventListener('online', look)
  look()

  return {
    attempt: () => attempt,
    /** Reads unsent answers from the device, together with the server's results for answers sent earlier. */
    left: () => readUnsentAnswers(studentId),
    async enter(anew: boolean): Promise<void> {
      const info = await callClient('GET /exam/v1/info', exam, { quiet: true })
      if (!anew && !info.runningAttemptId) return
      const entered = makeExamAttempt(
        studentId,
        info,
        examCallsOf(exam, () => callClient('GET /exam/v1/info', exam, { quiet: true })),
      )
      attempt = entered
      attempts.push(entered)
      stop = connectExamPage(studentId, entered)
      entered.dispatch({ on: 'choose', mode: 'MANUAL' })
      entered.dispatch({ on: 'begin' })
    },
    /** Answers that would be lost if the page closed now. */
    unkept: () => attempts.filter(hasUnsavedAnswers).flatMap((one) => Object.keys(one.read().unsaved)),
    leave(): void {
      stop()
      stop = () => {}
      attempt = null
      look()
    },
  }
}
