import type { PosterBatchOutcome, PosterSummary } from '@ce/client/staff/poster.ts'
import { useRef, useState } from 'react'
import { useSelection } from '../../kit/list/Selection.tsx'
import type { PosterBatchKind } from './batch.ts'
import type { PosterBatchResult } from './PosterBatchReport.tsx'
import { hasFuturePosterDate } from './publish-text.ts'

export function usePosterBatch(shown: readonly PosterSummary[] | undefined) {
  const selection = useSelection(shown)
  const [asked, setAsked] = useState<PosterBatchKind | null>(null)
  const [done, setDone] = useState<PosterBatchResult | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { chosen, choose } = selection
  return {
    ...selection,
    asked,
    ask: (kind: PosterBatchKind) => {
      setDone(null)
      setAsked(kind)
    },
    done,
    dismiss: () => setDone(null),
    finish: (kind: PosterBatchKind, result: PosterBatchOutcome) => {
      const titles = new Map(chosen.map(({ id, title }) => [id, title]))
      const over = new Set(result.outcomes.filter(({ moved }) => moved).map(({ id }) => id))
      const waiting = chosen.filter((row) => over.has(row.id) && hasFuturePosterDate(row)).length
      setDone({ kind, result, titles, waiting: kind === 'publish' ? waiting : 0 })
      choose(chosen.map(({ id }) => id).filter((id) => !over.has(id)))
    },
    close: () => {
      setAsked(null)
      place.current?.focus()
    },
    place,
  }
}
