import { type CaptureReviewState, captureNeighboursQuery } from '@ce/client/staff/capture_review.ts'
import { useQuery } from '@tanstack/react-query'
import { QueueNeighbourButtons } from '../../components/QueueNeighbourButtons.tsx'
import { paths } from '../../paths.ts'
import { captureReviewStateLabels } from './labels.ts'

interface NeighboursProps {
  attemptId: string
  state: CaptureReviewState
  own: string
  keys: boolean
  onKeys: (wanted: boolean) => void
}

export function AttemptNeighbours({ attemptId, state, ...keys }: NeighboursProps) {
  const { data } = useQuery(captureNeighboursQuery({ attemptId, state }))
  const { previous = null, next = null, others = 0 } = data ?? {}
  const { label } = captureReviewStateLabels[state]
  return (
    <QueueNeighbourButtons
      label={`“${label}”列表`}
      previous={previous && paths.captureIn(previous, state)}
      next={next && paths.captureIn(next, state)}
      rest={others > 0 ? `“${label}”还有 ${others} 个` : `“${label}”没有别的了`}
      {...keys}
    />
  )
}
