import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { examStateCalls, saveAnswer, sendOfflineSubmission } from '../exam.ts'
import { useSession } from '../session.ts'
import { runOneAtATime } from './one-at-a-time.ts'
import {
  areUnsentAnswersPending,
  listAttemptsOpenElsewhere,
  runWithAttemptLock,
  sendAllUnsentAnswers,
} from './send-unsent-answers.ts'
import { forgetUnsentOutcome, readUnsentAnswers, type StoredPaper, type UnsentAnswers } from './stored-papers.ts'

/** Milliseconds between tries to send unsent answers while the server is out of reach. */
export const unsentRetryMs = 15_000

export interface WaitingUnsentAnswers extends UnsentAnswers {
  /** True while another page has the attempt open. The answers wait until that page closes. */
  satElsewhere: boolean
}

export interface UnsentAnswersState {
  /** Papers stay listed until the student dismisses them. */
  papers: (StoredPaper & { waiting: number })[]
  awaited: WaitingUnsentAnswers[]
  dismiss: (attemptId: string) => void
  look: () => void
}

/** Sends unsent answers repeatedly while the server is out of reach. Mount it once for all pages. */
export function useUnsentAnswers(place: string): UnsentAnswersState {
  const studentId = useSession()?.userInfo.id
  const client = useQueryClient()
  const [papers, setPapers] = useState<(StoredPaper & { waiting: number })[]>([])

  const [awaited, setAwaited] = useState<WaitingUnsentAnswers[]>([])

  const lookOnce = useCallback(async () => {
    if (!studentId) return
    const heard = await sendAllUnsentAnswers(studentId, { save: saveAnswer, seal: sendOfflineSubmission })
    if (heard) for (const name of examStateCalls) void client.invalidateQueries({ queryKey: [name] })
    setPapers(await shown(studentId))
    setAwaited(await listAwaited(studentId))
  }, [studentId, client])

  const inRow = useMemo(() => runOneAtATime(lookOnce), [lookOnce])
  const look = useCallback(() => {
    if (studentId) void listAwaited(studentId).then(setAwaited)
    inRow()
  }, [inRow, studentId])

  useEffect(() => {
    const timer = setInterval(look, unsentRetryMs)
    globalThis.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', look)
    }
  }, [look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to look
  useEffect(look, [look, place])

  return useMemo(
    () => ({
      papers,
      awaited,
      look,
      dismiss(attemptId) {
        setPapers((all) => all.filter((one) => one.attemptId !== attemptId))
        if (studentId) void forgetUnsentOutcome(studentId, attemptId)
      },
    }),
    [papers, awaited, look, studentId],
  )
}

async function listAwaited(studentId: string): Promise<WaitingUnsentAnswers[]> {
  const [all, sat] = await Promise.all([readUnsentAnswers(studentId), listAttemptsOpenElsewhere()])
  return all
    .filter(areUnsentAnswersPending)
    .map((left) => ({ ...left, satElsewhere: sat.includes(left.paper.attemptId) }))
}

async function shown(studentId: string) {
  const found: (StoredPaper & { waiting: number })[] = []
  for (const { paper, unsaved } of await readUnsentAnswers(studentId)) {
    const waiting = Object.keys(unsaved).length
    if (waiting > 0)
      await runWithAttemptLock(paper.attemptId, async () => {
        found.push({ ...paper, waiting })
      })
    else if (paper.outcome) found.push({ ...paper, waiting })
  }
  return found
}
