import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { examInfoQuery, examStateCalls } from '../exam.ts'
import { refetchNow } from '../refetch-now.ts'
import { useSession } from '../session.ts'
import { type ExamAttempt, makeExamAttempt } from './attempt.ts'
import { connectExamPage, examCallsOf } from './page.ts'
import { type AttemptState, type ExamInfo, remainingSeconds } from './state.ts'

export interface ExamSession {
  state: AttemptState
  attempt: ExamAttempt
}

/** Set the component's key to the exam, because the attempt is created once. */
export function useExamAttempt(info: ExamInfo): ExamSession {
  const client = useQueryClient()
  const studentId = useSession()?.userInfo.id ?? ''
  const [attempt] = useState(() => {
    const exam = { signId: info.signId, id: info.id }
    return makeExamAttempt(
      studentId,
      info,
      examCallsOf(exam, () => refetchNow(client, examInfoQuery(exam))),
    )
  })
  const state = useSyncExternalStore(attempt.subscribe, attempt.read)
  useEffect(() => attempt.dispatch({ on: 'info', info }), [attempt, info])
  useEffect(() => connectExamPage(studentId, attempt), [studentId, attempt])
  const ended = state.result?.attemptId
  useEffect(() => {
    if (!ended) return
    const others = examStateCalls.filter((name) => name !== 'GET /exam/v1/info')
    void Promise.all(others.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }, [ended, client])
  return { state, attempt }
}

export function useRemainingSeconds({ state, attempt }: ExamSession): number {
  const [now, setNow] = useState(attempt.now)
  useEffect(() => {
    const tick = setInterval(() => setNow(attempt.now()), 500)
    return () => clearInterval(tick)
  }, [attempt])
  return remainingSeconds(state, now)
}
