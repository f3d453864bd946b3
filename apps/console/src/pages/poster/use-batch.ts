import type { BatchResult, PosterHead } from '@ce/client/staff/poster.ts'
import { useRef, useState } from 'react'
import type { BatchDone } from './BatchOutcome.tsx'
import type { BatchKind } from './batch.ts'
import { isToCome } from './publish-words.ts'

/** Which rows are chosen, what is asked about them, and what became of it: what is done is no longer chosen. */
export function useBatch(shown: readonly PosterHead[]) {
  const [kept, setKept] = useState<readonly PosterHead[]>([])
  const [asked, setAsked] = useState<BatchKind | null>(null)
  const [done, setDone] = useState<BatchDone | null>(null)
  const place = useRef<HTMLDivElement>(null)
  // a row of this page as it stands now, with the version that a call has to name
  const chosen = kept.map((row) => shown.find(({ id }) => id === row.id) ?? row)
  return {
    chosen,
    choose: (ids: readonly unknown[]) =>
      setKept(
        [...new Map([...kept, ...shown].map((row) => [row.id, row])).values()].filter(({ id }) =>
          ids.includes(id),
        ),
      ),
    asked,
    ask: (kind: BatchKind) => {
      setDone(null)
      setAsked(kind)
    },
    done,
    dismiss: () => setDone(null),
    finish: (kind: BatchKind, result: BatchResult) => {
      const titles = new Map(chosen.map(({ id, title }) => [id, title]))
      const over = new Set(result.outcomes.filter(({ moved }) => moved).map(({ id }) => id))
      const waiting = chosen.filter((row) => over.has(row.id) && isToCome(row)).length
      setDone({ kind, result, titles, waiting: kind === 'publish' ? waiting : 0 })
      setKept((rows) => rows.filter(({ id }) => !over.has(id)))
    },
    /** the button that asked may be gone: the outcome takes the focus */
    close: () => {
      setAsked(null)
      place.current?.focus()
    },
    place,
  }
}
