import type { PosterBatchOutcome, PosterSummary } from '@ce/client/staff/poster.ts'
import { usePublishPosters, useRemovePosters, useWithdrawPosters } from '@ce/client/staff/poster.ts'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { type PosterBatchKind, posterBatchActions } from './batch.ts'
import classes from './PosterList.module.css'

interface BatchDialogProps {
  kind: PosterBatchKind
  chosen: readonly PosterSummary[]
  onDone: (result: PosterBatchOutcome) => void
  onClose: () => void
}

const mostNamed = 5

const examples = { publish: null, withdraw: '如：内容已过期', remove: '如：重复的草稿' }

export function PosterBatchDialog({ kind, chosen, onDone, onClose }: BatchDialogProps) {
  const calls = { withdraw: useWithdrawPosters(), remove: useRemovePosters() }
  const publish = usePublishPosters()
  const { verb, danger, suits, others, consequence } = posterBatchActions[kind]
  const rows = chosen.filter(suits)
  const left = chosen.length - rows.length
  const send = async (reason: string) => {
    const items = rows.map(({ id, version }) => ({ id, version }))
    onDone(
      kind === 'publish'
        ? await publish.mutateAsync({ items, publishAt: null })
        : await calls[kind].mutateAsync({ items, reason: reason.trim() }),
    )
  }
  return (
    <ReasonDialog
      title={`${verb} ${rows.length} 篇？`}
      okText={`${verb} ${rows.length} 篇`}
      cancelText="再想想"
      danger={danger}
      placeholder={examples[kind]}
      send={send}
      onClose={onClose}
    >
      <ul className={classes.named}>
        {rows.slice(0, mostNamed).map(({ id, title }) => (
          <li key={id}>《{title}》</li>
        ))}
        {rows.length > mostNamed && <li>等 {rows.length} 篇</li>}
      </ul>
      <p className={classes.ask}>
        {consequence}
        {left > 0 && `另外选中的 ${left} 篇${others}，不受影响。`}
      </p>
    </ReasonDialog>
  )
}
