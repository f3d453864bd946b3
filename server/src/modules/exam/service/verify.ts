import { type Db, inSnapshot } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lastLinkOf, receiptOf } from '../receipt.ts'
import { listHeads, listLogs } from '../store/answer-log.ts'

export interface LogReport {
  attempts: number
  entries: number
  /** one line for each sitting whose log does not bear out what is stored of it */
  breaks: string[]
}

const batch = 500

/**
 * Walks the numbered answer log of every sitting: each link worked out anew from the answers, the last one against the sitting's head, and
 * against the receipt that its candidate was given.
 */
export async function verifyAnswerLogs(deps: Pick<Deps, 'db' | 'keys'>): Promise<LogReport> {
  const report: LogReport = { attempts: 0, entries: 0, breaks: [] }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const sittings = await readSittings(deps.db, after)
    for (const { head, log } of sittings) {
      report.attempts += 1
      report.entries += log.length
      const problem = problemOf(deps, head, log)
      if (problem) report.breaks.push(`attempt ${head.id}: ${problem}`)
    }
    const last = sittings.at(-1)
    if (!last) return report
    after = last.head.id
  }
}

/** Heads with their logs, as they were at one moment: answers are saved meanwhile. */
function readSittings(db: Db, after: string): Promise<{ head: Head; log: Log }[]> {
  return inSnapshot(db, async (tx) => {
    const heads = await listHeads(tx, after, batch)
    const ids = heads.map(({ id }) => id)
    const logs = Map.groupBy(await listLogs(tx, ids), ({ attemptId }) => attemptId)
    return heads.map((head) => ({ head, log: logs.get(head.id) ?? [] }))
  })
}

type Head = Awaited<ReturnType<typeof listHeads>>[number]
type Log = Awaited<ReturnType<typeof listLogs>>

function problemOf({ keys }: Pick<Deps, 'keys'>, head: Head, log: Log): string | null {
  const link = lastLinkOf(head.id, log)
  if (!link) return 'an entry was changed, left out or put in'
  if (head.savedSeq !== log.length)
    return `${head.savedSeq} entries were saved, ${log.length} are there`
  if (!link.equals(head.logHash)) return 'the last entry is not the one the sitting ends with'
  if (head.receipt !== null && receiptOf(keys, head.id, link) !== head.receipt)
    return 'the receipt speaks for other answers'
  return null
}
