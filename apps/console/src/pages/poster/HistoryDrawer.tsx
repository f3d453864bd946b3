import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { focusPageTitle } from '@ce/client/components/PageFocus.tsx'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { formatDateTime } from '@ce/client/format.ts'
import type { Poster, PosterRevisionRow, PosterState } from '@ce/client/staff/poster.ts'
import { posterRevisionsQuery, useRestorePoster } from '@ce/client/staff/poster.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConfirm } from '../../kit/confirm.ts'
import { Drawer } from '../../kit/Dialog.tsx'
import { paths } from '../../paths.ts'
import { isPosterDraftUnsaved } from './draft.ts'
import classes from './History.module.css'
import { PosterRevisionDiff } from './RevisionDiff.tsx'
import type { PosterDraftControls } from './use-draft.ts'

interface HistoryDrawerProps {
  open: boolean
  head: Poster
  desk: PosterDraftControls
  readOnly: boolean
  onClose: () => void
  onRestored: () => Promise<void>
}

export function PosterHistoryDrawer(props: HistoryDrawerProps) {
  const { open, head, onClose } = props
  const [compared, setCompared] = useState<number | null>(null)
  const close = () => {
    setCompared(null)
    onClose()
  }
  return (
    <Drawer title="历史稿" size={640} open={open} onClose={close}>
      {compared === null ? (
        <Revisions {...props} onCompare={setCompared} />
      ) : (
        <>
          <Button onClick={() => setCompared(null)}>返回历史稿列表</Button>
          <PosterRevisionDiff id={head.id} from={compared} to={head.draftNo} />
        </>
      )}
    </Drawer>
  )
}

function Revisions(props: HistoryDrawerProps & { onCompare: (no: number) => void }) {
  const { head } = props
  const query = useQuery(posterRevisionsQuery(head.id))
  return (
    <QueryContent query={query}>
      {(revisions) => (
        <ol className={classes.list}>
          {revisions
            .toSorted((one, two) => two.no - one.no)
            .map((revision) => (
              <li key={revision.no} className={classes.item}>
                <Summary revision={revision} head={head} />
                <Actions {...props} revision={revision} />
              </li>
            ))}
        </ol>
      )}
    </QueryContent>
  )
}

const seen: Record<PosterState, string> = {
  PUBLISHED: '读者所见',
  SCHEDULED: '到时发布',
  WITHDRAWN: '撤回前所见',
  DRAFT: '曾发布',
}

function Summary({ revision, head }: { revision: PosterRevisionRow; head: Poster }) {
  return (
    <div>
      <p className={classes.head}>
        <strong>第 {revision.no} 稿</strong>
        {revision.no === head.draftNo && <StatusMark kind="doing">最新稿</StatusMark>}
        {revision.published && <StatusMark kind="done">{seen[head.state]}</StatusMark>}
        {revision.restoredFrom && <span>恢复自第 {revision.restoredFrom} 稿</span>}
      </p>
      <p className={classes.title}>{revision.title}</p>
      <p className={classes.minor}>
        {formatDateTime(revision.savedAt)}，{revision.savedBy}
      </p>
    </div>
  )
}

function Actions({
  revision,
  head,
  desk,
  readOnly,
  onCompare,
  onRestored,
}: HistoryDrawerProps & { revision: PosterRevisionRow; onCompare: (no: number) => void }) {
  const confirm = useConfirm()
  const restore = useRestorePoster()
  const { no } = revision
  const newest = no === head.draftNo
  const ask = () =>
    confirm({
      title: `恢复第 ${no} 稿？`,
      content: `《${revision.title}》会成为新的最新稿（第 ${head.draftNo + 1} 稿）。读者看到的不变，直到您发布它；现有的稿都留在历史中。${
        isPosterDraftUnsaved(desk.latest.current) ? '您在这个页面上没有保存的修改会丢失。' : ''
      }`,
      okText: '恢复',
      cancelText: '再想想',
      afterClose: focusPageTitle,
      onOk: async () => {
        try {
          const { version } = desk.latest.current
          const moved = await restore.mutateAsync({ id: head.id, version, no })
          desk.copy.forget()
          desk.dispatch({ on: 'drop' })
          desk.dispatch({ on: 'moved', ...moved })
          showNotice({ kind: 'success', title: `已恢复为第 ${moved.draftNo} 稿，尚未发布` })
          await onRestored()
        } catch (error) {
          showNotice({ kind: 'error', title: callFailureText(error) })
        }
      },
    })
  return (
    <span className={classes.actions}>
      <Link to={`${paths.posterPreview(head.id)}?no=${no}`}>查看</Link>
      {!newest && (
        <Button size="small" aria-label={`第 ${no} 稿与最新稿对比`} onClick={() => onCompare(no)}>
          与最新稿对比
        </Button>
      )}
      {!newest && !readOnly && (
        <Button size="small" aria-label={`恢复第 ${no} 稿`} onClick={ask}>
          恢复
        </Button>
      )}
    </span>
  )
}
