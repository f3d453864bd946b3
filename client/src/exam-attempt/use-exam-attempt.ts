import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { askAnew } from '../ask-anew.ts'
import {
  beatExam,
  examCapture,
  examInfoQuery,
  examReads,
  giveConsent,
  saveAnswer,
  startExam,
  submitExam,
  submitSealed,
} from '../exam.ts'
import { readSession, useSession } from '../session.ts'
import { upload } from '../upload.ts'
import { type ExamAttempt, makeAttempt } from './attempt.ts'
import { onTyped } from './kept-papers.ts'
import { warnOfLoss } from './leaving.ts'
import { whileSitting } from './left-answers.ts'
import { slept } from './slept.ts'
import { type AttemptState, type ExamInfo, isSitting, remainingSeconds } from './state.ts'

export interface ExamSeat {
  state: AttemptState
  attempt: ExamAttempt
}

/** The attempt of one exam, for as long as the component lives: key it by the exam. */
export function useExamAttempt(info: ExamInfo): ExamSeat {
  const client = useQueryClient()
  const studentId = useSession()?.userInfo.id ?? ''
  const [attempt] = useState(() => {
    const exam = { signId: info.signId, id: info.id }
    return makeAttempt(studentId, info, {
      info: () => askAnew(client, examInfoQuery(exam)),
      consent: (mode, version) => giveConsent({ ...exam, mode, version }),
      start: () => startExam(exam),
      // a page that closes right after an answer still sends it
      save: (input, options) => saveAnswer(input, { ...options, keepalive: true }),
      submit: submitExam,
      seal: submitSealed,
      beat: beatExam,
      upload: (picture, options) => upload(picture, 'CAPTURE', { ...options, name: 'capture.jpg' }),
      capture: examCapture,
    })
  })
  const state = useSyncExternalStore(attempt.subscribe, attempt.read)
  useEffect(() => attempt.dispatch({ on: 'info', info }), [attempt, info])
  useEffect(() => listenToPage(studentId, attempt), [studentId, attempt])
  const sitting = isSitting(state) ? state.sitting?.attemptId : undefined
  useEffect(() => (sitting ? whileSitting(sitting) : undefined), [sitting])
  const ended = state.result?.attemptId
  useEffect(() => {
    if (!ended) return
    const others = examReads.filter((name) => name !== 'GET /exam/v1/info')
    void Promise.all(others.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }, [ended, client])
  return { state, attempt }
}

function listenToPage(studentId: string, attempt: ExamAttempt): () => void {
  const { dispatch, read } = attempt
  const stop = new AbortController()
  const { signal } = stop
  const clocks = () => ({ shown: Date.now(), steady: attempt.now() })
  let left = clocks()
  const onVisibility = () => {
    if (document.hidden) {
      left = clocks()
      return
    }
    dispatch({ on: 'shown' })
    // a locked phone's clock may have stood still: the server says what time it is
    if (slept(left, clocks())) dispatch({ on: 'online' })
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
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
  attempt.open()
  return () => {
    stop.abort()
    stopCopies()
    attempt.close()
    warnOfLoss(attempt)
  }
}

/** Whole seconds left, ticking; the server's deadline by the server's clock. */
export function useRemaining({ state, attempt }: ExamSeat): number {
  const [now, setNow] = useState(attempt.now)
  useEffect(() => {
    const tick = setInterval(() => setNow(attempt.now()), 500)
    return () => clearInterval(tick)
  }, [attempt])
  return remainingSeconds(state, now)
}
