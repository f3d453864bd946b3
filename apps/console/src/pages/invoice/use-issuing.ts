import { type IssueRow, invoiceFilesQuery, useIssueInvoices } from '@ce/client/staff/invoice.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** files of one call: an answer comes every few seconds, and what it says is done stays done */
const atOnce = 5

/**
 * The files that one has uploaded, from before too, and what became of each. They lie on the server: after a break, or on another day, the page
 * goes on where it was.
 */
export function useIssuing() {
  const files = useQuery(invoiceFilesQuery())
  const issue = useIssueInvoices()
  const [rows, setRows] = useState<ReadonlyMap<string, IssueRow>>(new Map())
  const [going, setGoing] = useState<{ done: number; total: number } | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const waiting = (files.data?.list ?? []).filter(({ fileId }) => !rows.has(fileId))

  const put = (done: readonly IssueRow[]) =>
    setRows((before) => new Map([...before, ...done.map((row) => [row.fileId, row] as const)]))

  const start = async () => {
    const fileIds = waiting.map(({ fileId }) => fileId).toReversed()
    setError(null)
    try {
      for (let done = 0; done < fileIds.length; done += atOnce) {
        setGoing({ done, total: fileIds.length })
        const { rows: answered } = await issue.mutateAsync({
          fileIds: fileIds.slice(done, done + atOnce),
        })
        put(answered)
      }
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
    }
    setGoing(null)
    await files.refetch()
  }

  return {
    waiting,
    rows: [...rows.values()],
    /** how far it is; null: nothing runs */
    going,
    error,
    start,
    put,
    /** another file is there */
    look: () => files.refetch(),
    forget: (fileId: string) =>
      setRows((before) => new Map([...before].filter(([id]) => id !== fileId))),
  }
}
