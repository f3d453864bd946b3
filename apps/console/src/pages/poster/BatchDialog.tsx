import {
  type BatchResult,
  type PosterHead,
  usePublishBatch,
  useRemoveBatch,
  useWithdrawBatch,
} from '@ce/client/staff/poster.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { type BatchKind, batches } from './batch.ts'
import classes from './PosterList.module.css'

interface BatchDialogProps {
  kind: BatchKind
  chosen: readonly PosterHead[]
  onDone: (result: BatchResult) => void
  onClose: () => void
}

/** how many titles are named; the rest is a count */
const mostNamed = 5

/** Names how many items it concerns, which, and what it means for readers; then does it. */
export function BatchDialog({ kind, chosen, onDone, onClose }: BatchDialogProps) {
  const calls = { withdraw: useWithdrawBatch(), remove: useRemoveBatch() }
  const publish = usePublishBatch()
  const { verb, danger, suits, others, consequence } = batches[kind]
  const rows = chosen.filter(suits)
  const left = chosen.length - rows.length
  const send = async ({ reason }: { reason: string }) => {
    const items = rows.map(({ id, version }) => ({ id, version }))
    onDone(
      kind === 'publish'
        ? await publish.mutateAsync({ items, publishAt: null })
        : await calls[kind].mutateAsync({ items, reason: reason.trim() }),
    )
  }
  return (
    <FormDialog
      title={`${verb} ${rows.length} 篇？`}
      okText={`${verb} ${rows.length} 篇`}
      cancelText="再想想"
      danger={danger}
      initialValues={{ reason: '' }}
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
      {kind !== 'publish' && (
        <Reason placeholder={kind === 'remove' ? '如：重复的草稿' : '如：内容已过期'} />
      )}
    </FormDialog>
  )
}
