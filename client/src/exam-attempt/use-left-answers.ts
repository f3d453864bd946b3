import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { examReads, saveAnswer, submitSealed } from '../exam.ts'
import { useSession } from '../session.ts'
import { forgetOutcome, type KeptPaper, type Left, readLeft } from './kept-papers.ts'
import { isAwaited, sendPapers, unlessSitting } from './left-answers.ts'

/** one more try, while the server is out of reach */
const retryMs = 15_000

/**
 * Sends what closed exam pages of this person have left on the device; what became of it, until it is dismissed. `awaited`: what the server would
 * still take, while it is being sent, too.
 */
export function useLeftAnswers(): {
  papers: (KeptPaper & { waiting: number })[]
  awaited: Left[]
  dismiss: (attemptId: string) => void
} {
  const studentId = useSession()?.userInfo.id
  const client = useQueryClient()
  const [papers, setPapers] = useState<(KeptPaper & { waiting: number })[]>([])

  const [awaited, setAwaited] = useState<Left[]>([])

  const look = useCallback(async () => {
    if (!studentId) return
    setAwaited(await listAwaited(studentId))
    const heard = await sendPapers(studentId, { save: saveAnswer, seal: submitSealed })
    if (heard) for (const name of examReads) void client.invalidateQueries({ queryKey: [name] })
    setPapers(await shown(studentId))
    setAwaited(await listAwaited(studentId))
  }, [studentId, client])

  useEffect(() => {
    void look()
    const timer = setInterval(() => void look(), retryMs)
    const again = () => void look()
    globalThis.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('online', again)
    }
  }, [look])

  return {
    papers,
    awaited,
    dismiss(attemptId) {
      setPapers((all) => all.filter((one) => one.attemptId !== attemptId))
      if (studentId) void forgetOutcome(studentId, attemptId)
    },
  }
}

async function listAwaited(studentId: string): Promise<Left[]> {
  const all = await readLeft(studentId)
  return all.filter((left) => isAwaited(left, Date.now()))
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
