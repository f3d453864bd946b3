import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { examReads, saveAnswer, submitSealed } from '../exam.ts'
import { useSession } from '../session.ts'
import { forgetOutcome, type KeptPaper, type Left, readLeft } from './kept-papers.ts'
import { isAwaited, listSatElsewhere, sendPapers, unlessSitting } from './left-answers.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** one more try, while the server is out of reach */
export const retryMs = 15_000

export interface AwaitedLeft extends Left {
  /** another page sits the attempt still: what it has left waits for it, until it is closed */
  satElsewhere: boolean
}

export interface LeftHere {
  /** what became of them, until it is dismissed, and what waits */
  papers: (KeptPaper & { waiting: number })[]
  /** what the server has not had its word on, while it is being sent, too */
  awaited: AwaitedLeft[]
  dismiss: (attemptId: string) => void
  /** looks again at once */
  look: () => void
}

/**
 * Sends what closed exam pages of this person have left on the device: at once, with each change of `place`, and then as long as the server is out
 * of reach. One for all pages that are open one after the other.
 */
export function useLeftAnswers(place: string): LeftHere {
  const studentId = useSession()?.userInfo.id
  const client = useQueryClient()
  const [papers, setPapers] = useState<(KeptPaper & { waiting: number })[]>([])

  const [awaited, setAwaited] = useState<AwaitedLeft[]>([])

  const lookOnce = useCallback(async () => {
    if (!studentId) return
    const heard = await sendPapers(studentId, { save: saveAnswer, seal: submitSealed })
    if (heard) for (const name of examReads) void client.invalidateQueries({ queryKey: [name] })
    setPapers(await shown(studentId))
    setAwaited(await listAwaited(studentId))
  }, [studentId, client])

  const inRow = useMemo(() => oneAtATime(lookOnce), [lookOnce])
  const look = useCallback(() => {
    // at once, though what was asked for before is still being sent
    if (studentId) void listAwaited(studentId).then(setAwaited)
    inRow()
  }, [inRow, studentId])

  useEffect(() => {
    const timer = setInterval(look, retryMs)
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
        if (studentId) void forgetOutcome(studentId, attemptId)
      },
    }),
    [papers, awaited, look, studentId],
  )
}

async function listAwaited(studentId: string): Promise<AwaitedLeft[]> {
  const [all, sat] = await Promise.all([readLeft(studentId), listSatElsewhere()])
  return all
    .filter(isAwaited)
    .map((left) => ({ ...left, satElsewhere: sat.includes(left.paper.attemptId) }))
}

/** What has come to something, and what waits with no page that sits it. */
async function shown(studentId: string) {
  const found: (KeptPaper & { waiting: number })[] = []
  for (const { paper, unsaved } of await readLeft(studentId)) {
    const waiting = Object.keys(unsaved).length
    if (waiting > 0)
      await unlessSitting(paper.attemptId, async () => {
        found.push({ ...paper, waiting })
      })
    else if (paper.outcome) found.push({ ...paper, waiting })
  }
  return found
}
