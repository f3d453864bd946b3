import {
  beatExam,
  examCapture,
  giveConsent,
  saveAnswer,
  startExam,
  submitExam,
  submitSealed,
} from '../exam.ts'
import { readSession } from '../session.ts'
import { upload } from '../upload.ts'
import { onWake } from '../wake.ts'
import type { ExamAttempt } from './attempt.ts'
import type { ExamCalls } from './exam-calls.ts'
import { onTyped } from './kept-papers.ts'
import { warnOfLoss } from './leaving.ts'
import { whileSitting } from './left-answers.ts'
import { type ExamOf, isSitting } from './state.ts'

/** The calls of one exam, as its page makes them. */
export function callsOf(exam: ExamOf, info: ExamCalls['info']): ExamCalls {
  return {
    info,
    consent: (mode, version) => giveConsent({ ...exam, mode, version }),
    start: () => startExam(exam),
    // a page that closes right after an answer still sends it
    save: (input, options) => saveAnswer(input, { ...options, keepalive: true }),
    submit: submitExam,
    seal: submitSealed,
    beat: beatExam,
    upload: (picture, options) => upload(picture, 'CAPTURE', { ...options, name: 'capture.jpg' }),
    capture: examCapture,
  }
}

/** Tells the attempt what happens to its page, and what others of this browser have typed. Returns the way to stop, when the page is left. */
export function listenToPage(studentId: string, attempt: ExamAttempt): () => void {
  const { dispatch, read } = attempt
  const stop = new AbortController()
  const { signal } = stop
  const onVisibility = () => {
    if (!document.hidden) dispatch({ on: 'shown' })
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  const stopWaking = onWake(() => dispatch({ on: 'woke' }))
  globalThis.addEventListener('pageshow', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('online', () => dispatch({ on: 'online' }), { signal })
  // a session that has ended reloads by itself: what is unsaved lies on the device
  const warn = (event: BeforeUnloadEvent) => {
    if (isSitting(read()) && readSession()) event.preventDefault()
  }
  globalThis.addEventListener('beforeunload', warn, { signal })
  const stopCopies = onTyped(studentId, (id, kept) => {
    if (id === read().sitting?.attemptId) dispatch({ on: 'elsewhere', kept })
  })
  const stopSitting = holdWhileSitting(attempt)
  attempt.open()
  return () => {
    stop.abort()
    stopWaking()
    stopCopies()
    stopSitting()
    attempt.close()
    warnOfLoss(attempt)
  }
}

/** Others of this browser leave an attempt alone as long as it is sat here. */
function holdWhileSitting(attempt: ExamAttempt): () => void {
  let sat: string | undefined
  let stop = () => {}
  const follow = () => {
    const state = attempt.read()
    const sits = isSitting(state) ? state.sitting?.attemptId : undefined
    if (sits === sat) return
    stop()
    sat = sits
    stop = sits ? whileSitting(sits) : () => {}
  }
  const unsubscribe = attempt.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    stop()
  }
}
