import { onDeviceWake } from '../device-wake.ts'
import {
  saveAnswer,
  sendExamCapture,
  sendExamConsent,
  sendExamHeartbeat,
  sendOfflineSubmission,
  startExam,
  submitExam,
} from '../exam.ts'
import { readSession } from '../session.ts'
import { uploadLearnerFile } from '../upload.ts'
import type { ExamAttempt } from './attempt.ts'
import type { ExamCalls } from './exam-calls.ts'
import { acquireOpenAttemptLock } from './send-unsent-answers.ts'
import { type ExamKey, isAttemptRunning } from './state.ts'
import { onAnswersTypedElsewhere } from './stored-papers.ts'
import { warnBeforeUnload } from './warn-before-leaving.ts'

export function examCallsOf(exam: ExamKey, info: ExamCalls['info']): ExamCalls {
  return {
    info,
    consent: (mode, version) => sendExamConsent({ ...exam, mode, version }),
    start: () => startExam(exam),
    // With keepalive, an answer given just before the page closes is still sent.
    save: (input, options) => saveAnswer(input, { ...options, keepalive: true }),
    submit: submitExam,
    seal: sendOfflineSubmission,
    beat: sendExamHeartbeat,
    upload: (picture, options) => uploadLearnerFile(picture, 'CAPTURE', { ...options, name: 'capture.jpg' }),
    capture: sendExamCapture,
  }
}

/** Forwards page events to the attempt. @returns a function that stops forwarding */
export function connectExamPage(studentId: string, attempt: ExamAttempt): () => void {
  const { dispatch, read } = attempt
  const stop = new AbortController()
  const { signal } = stop
  const onVisibility = () => {
    if (!document.hidden) dispatch({ on: 'shown' })
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  const stopWaking = onDeviceWake(() => dispatch({ on: 'woke' }))
  globalThis.addEventListener('pageshow', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('online', () => dispatch({ on: 'online' }), { signal })
  /**
   * Warn only while the student is signed in. When the session has ended, the page must reload without a warning; the
   * answers are stored on the device.
   */
  const warn = (event: BeforeUnloadEvent) => {
    if (isAttemptRunning(read()) && readSession()) event.preventDefault()
  }
  globalThis.addEventListener('beforeunload', warn, { signal })
  const stopCopies = onAnswersTypedElsewhere(studentId, (id, kept) => {
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
    warnBeforeUnload(attempt)
  }
}

/** While this page has the attempt open, other pages of this browser do not send its answers. */
function holdWhileSitting(attempt: ExamAttempt): () => void {
  let sat: string | undefined
  let stop = () => {}
  const follow = () => {
    const state = attempt.read()
    const sits = isAttemptRunning(state) ? state.sitting?.attemptId : undefined
    if (sits === sat) return
    stop()
    sat = sits
    stop = sits ? acquireOpenAttemptLock(sits) : () => {}
  }
  const unsubscribe = attempt.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    stop()
  }
}
