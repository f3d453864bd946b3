import { type IssuedInvoiceRow, invoiceFilesQuery, useIssueInvoices } from '@ce/client/staff/invoice.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Number of files per call; small, so that responses come every few seconds and a lost connection costs little. */
const atOnce = 5

/** Uploaded files stay on the server, so staff can continue another day. */
export function useInvoiceUploads() {
  const files = useQuery(invoiceFilesQuery())
  const issue = useIssueInvoices()
  const [rows, setRows] = useState<ReadonlyMap<string, IssuedInvoiceRow>>(new Map())
  const [going, setGoing] = useState<{ done: number; total: number } | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const waiting = (files.data?.list ?? []).filter(({ fileId }) => !rows.has(fileId))

  const put = (done: readonly IssuedInvoiceRow[]) =>
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
    going,
    error,
    start,
    put,
    look: () => files.refetch(),
    forget: (fileId: string) => setRows((before) => new Map([...before].filter(([id]) => id !== fileId))),
  }
}
