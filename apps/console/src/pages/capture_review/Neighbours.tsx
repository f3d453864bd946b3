import { captureNeighboursQuery, type ReviewState } from '@ce/client/staff/capture_review.ts'
import { useQuery } from '@tanstack/react-query'
import { QueueSteps } from '../../components/QueueSteps.tsx'
import { paths } from '../../paths.ts'
import { stateWords } from './words.ts'

interface NeighboursProps {
  attemptId: string
  state: ReviewState
  /** what the page's own keys do */
  own: string
  keys: boolean
  onKeys: (wanted: boolean) => void
}

/** Through the list an attempt was opened from, without going back to it. */
export function Neighbours({ attemptId, state, ...keys }: NeighboursProps) {
  const { data } = useQuery(captureNeighboursQuery({ attemptId, state }))
  const { previous = null, next = null, others = 0 } = data ?? {}
  const { label } = stateWords[state]
  return (
    <QueueSteps
      label={`“${label}”列表`}
      previous={previous && paths.captureIn(previous, state)}
      next={next && paths.captureIn(next, state)}
      rest={others > 0 ? `“${label}”还有 ${others} 个` : `“${label}”没有别的了`}
      {...keys}
    />
  )
}
