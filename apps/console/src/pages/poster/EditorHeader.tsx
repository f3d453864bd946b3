import { callFailureText } from '@ce/client/form-refusal.ts'
import { type Poster, usePinPoster } from '@ce/client/staff/poster.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { categoryById } from '@ce/contract/categories'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { isPosterDraftUnsaved } from './draft.ts'
import classes from './Editor.module.css'
import { posterRevisionText, posterStateLabels, publicationTimeText } from './labels.ts'
import { SaveStateIndicator } from './SaveState.tsx'
import type { PosterDraftControls } from './use-draft.ts'
import { WithdrawOrRemoveButton } from './WithdrawOrRemoveButton.tsx'

export type PosterEditorPanel = 'history' | 'publish' | null

interface EditorHeaderProps {
  head: Poster | null
  categoryId: number
  readOnly: boolean
  desk: PosterDraftControls
  renew: () => Promise<Poster | undefined>
  onPreview: () => void
  onPanel: (panel: PosterEditorPanel) => void
}

export function PosterEditorHeader(props: EditorHeaderProps) {
  const { head, categoryId, readOnly, desk, onPreview, onPanel } = props
  const mayPublish = usePermission('poster.publish')
  const { draft, save } = desk
  const category = categoryById(categoryId)?.title ?? ''
  const bar = useRef<HTMLElement>(null)
  useHeightProperty(bar)
  return (
    <header ref={bar} className={classes.header}>
      <div className={classes.heading}>
        <Link to={`${paths.posters()}?category=${categoryId}`}>{category}</Link>
        <h1>{readOnly ? '查看内容' : head ? '编辑内容' : '新建内容'}</h1>
        {head && <HeadState head={head} />}
        <SaveStateIndicator draft={draft} />
      </div>
      <div className={classes.actions}>
        {!readOnly && (
          <Button
            type={mayPublish && head ? 'default' : 'primary'}
            loading={draft.phase === 'saving'}
            disabled={draft.phase === 'stale'}
            onClick={() => void save()}
            title="Ctrl+S"
          >
            保存
          </Button>
        )}
        {head && (
          <>
            <Button onClick={onPreview}>{!readOnly && isPosterDraftUnsaved(draft) ? '保存并预览' : '预览'}</Button>
            <Button onClick={() => onPanel('history')}>历史稿</Button>
          </>
        )}
        {head && !readOnly && head.publishedNo === null && (
          <WithdrawOrRemoveButton kind="remove" head={head} desk={desk} renew={props.renew} />
        )}
        {head && mayPublish && <PublisherActions {...props} head={head} />}
      </div>
    </header>
  )
}

/** Stores the height of this bar in a CSS property, because the toolbar sticks below the bar and the height varies. */
function useHeightProperty(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const watch = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--bar-height', `${element.offsetHeight}px`),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [bar])
}

function HeadState({ head }: { head: Poster }) {
  const { label, kind } = posterStateLabels[head.state]
  const { words, pending } = posterRevisionText(head)
  const at = publicationTimeText(head)
  return (
    <span className={classes.state}>
      <StatusMark kind={kind}>{`${label} ${at}`.trim()}</StatusMark>
      <span>
        {words}
        {pending && <span className={classes.pending}>，有未发布的修改（第 {head.draftNo} 稿）</span>}
      </span>
      {head.pinned && <span>置顶</span>}
    </span>
  )
}

function PublisherActions({ head, desk, renew, onPanel }: EditorHeaderProps & { head: Poster }) {
  const pin = usePinPoster()
  const visible = head.state === 'PUBLISHED' || head.state === 'SCHEDULED'
  const togglePin = async () => {
    const pinned = !head.pinned
    try {
      const { version } = desk.latest.current
      const moved = await pin.mutateAsync({ id: head.id, version, pinned })
      desk.dispatch({ on: 'moved', ...moved })
      showNotice({ kind: 'success', title: pinned ? '已置顶，排在栏目最前' : '已取消置顶' })
    } catch (error) {
      showNotice({ kind: 'error', title: callFailureText(error) })
    }
    await renew()
  }
  return (
    <>
      {head.state !== 'WITHDRAWN' && (
        <Button loading={pin.isPending} onClick={() => void togglePin()}>
          {head.pinned ? '取消置顶' : '置顶'}
        </Button>
      )}
      {visible && <WithdrawOrRemoveButton kind="withdraw" head={head} desk={desk} renew={renew} />}
      <Button type="primary" onClick={() => onPanel('publish')}>
        发布…
      </Button>
    </>
  )
}
