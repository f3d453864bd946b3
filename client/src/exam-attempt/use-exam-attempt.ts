import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { askAnew } from '../ask-anew.ts'
import { examInfoQuery, examReads } from '../exam.ts'
import { useSession } from '../session.ts'
import { type ExamAttempt, makeAttempt } from './attempt.ts'
import { callsOf, listenToPage } from './page.ts'
import { type AttemptState, type ExamInfo, remainingSeconds } from './state.ts'

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
    return makeAttempt(
      studentId,
      info,
      callsOf(exam, () => askAnew(client, examInfoQuery(exam))),
    )
  })
  const state = useSyncExternalStore(attempt.subscribe, attempt.read)
  useEffect(() => attempt.dispatch({ on: 'info', info }), [attempt, info])
  useEffect(() => listenToPage(studentId, attempt), [studentId, attempt])
  const ended = state.result?.attemptId
  useEffect(() => {
    if (!ended) return
    const others = examReads.filter((name) => name !== 'GET /exam/v1/info')
    void Promise.all(others.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }, [ended, client])
  return { state, attempt }
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
