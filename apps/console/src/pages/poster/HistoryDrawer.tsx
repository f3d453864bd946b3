import { Loaded } from '@ce/client/components/Loaded.tsx'
import { focusTitle } from '@ce/client/components/PageFocus.tsx'
import { failureWords } from '@ce/client/form-refusal.ts'
import { formatDateTime } from '@ce/client/format.ts'
import {
  type Poster,
  type PosterState,
  type Revision,
  revisionsQuery,
  useRestorePoster,
} from '@ce/client/staff/poster.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { isUnsaved } from './draft.ts'
import classes from './History.module.css'
import { RevisionDiff } from './RevisionDiff.tsx'
import type { DraftDesk } from './use-draft.ts'

interface HistoryDrawerProps {
  open: boolean
  head: Poster
  desk: DraftDesk
  readOnly: boolean
  onClose: () => void
  onRestored: () => Promise<void>
}

/** Every revision of the item, newest first: look at it, compare it, take it back. */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const { open, head, onClose } = props
  const [compared, setCompared] = useState<number | null>(null)
  const close = () => {
    setCompared(null)
    onClose()
  }
  return (
    <Drawer title="历史稿" size={640} open={open} onClose={close} destroyOnHidden>
      {compared === null ? (
        <Revisions {...props} onCompare={setCompared} />
      ) : (
        <>
          <Button onClick={() => setCompared(null)}>返回历史稿列表</Button>
          <RevisionDiff id={head.id} from={compared} to={head.draftNo} />
        </>
      )}
    </Drawer>
  )
}

function Revisions(props: HistoryDrawerProps & { onCompare: (no: number) => void }) {
  const { head } = props
  const query = useQuery(revisionsQuery(head.id))
  return (
    <Loaded query={query}>
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
    </Loaded>
  )
}

const seen: Record<PosterState, string> = {
  PUBLISHED: '读者所见',
  SCHEDULED: '到时发布',
  WITHDRAWN: '撤回前所见',
  DRAFT: '曾发布',
}

function Summary({ revision, head }: { revision: Revision; head: Poster }) {
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
}: HistoryDrawerProps & { revision: Revision; onCompare: (no: number) => void }) {
  const { modal } = App.useApp()
  const restore = useRestorePoster()
  const { no } = revision
  const newest = no === head.draftNo
  const ask = () =>
    modal.confirm({
      title: `恢复第 ${no} 稿？`,
      content: `《${revision.title}》会成为新的最新稿（第 ${head.draftNo + 1} 稿）。读者看到的不变，直到您发布它；现有的稿都留在历史中。${
        isUnsaved(desk.latest.current) ? '您在这个页面上没有保存的修改会丢失。' : ''
      }`,
      okText: '恢复',
      cancelText: '再想想',
      afterClose: focusTitle,
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
          showNotice({ kind: 'error', title: failureWords(error) })
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
