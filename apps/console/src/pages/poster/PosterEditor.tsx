import type { Poster } from '@ce/client/staff/poster.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PendingUploads } from '../../components/upload/pending-uploads.tsx'
import { useUnsaved } from '../../components/use-unsaved.ts'
import { paths } from '../../paths.ts'
import { BodyField } from './BodyField.tsx'
import type { Content } from './content.ts'
import { DraftNotices } from './DraftNotices.tsx'
import { isUnsaved } from './draft.ts'
import classes from './Editor.module.css'
import { EditorHeader, type EditorPanel } from './EditorHeader.tsx'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { SideFields } from './SideFields.tsx'
import { TitleFields } from './TitleFields.tsx'
import { useDraft } from './use-draft.ts'

interface PosterEditorProps {
  /** null: it has no id yet */
  head: Poster | null
  categoryId: number
  content: Content
  editor: string
  renew: () => Promise<Poster | undefined>
  restart: () => void
}

/** The editor of one item: what is typed, how it is saved, and what readers get to see of it. */
export function PosterEditor(props: PosterEditorProps) {
  const { head, categoryId, renew, restart } = props
  const readOnly = !usePermission('poster.edit')
  const desk = useDraft(props)
  const { draft, text, edit, save } = desk
  const [panel, setPanel] = useState<EditorPanel>(null)
  const navigate = useNavigate()
  useUnsaved(isUnsaved(draft), '这篇内容')
  useSaveKey(readOnly, save)
  const preview = async () => {
    if (isUnsaved(draft) && !(await save())) return
    if (head) navigate(paths.posterPreview(head.id))
  }
  const fields = { content: text.content, categoryId, readOnly, edit }
  return (
    <PendingUploads>
      <div className={classes.page}>
        <EditorHeader
          head={head}
          categoryId={categoryId}
          readOnly={readOnly}
          desk={desk}
          renew={renew}
          onPreview={preview}
          onPanel={setPanel}
        />
        <DraftNotices desk={desk} head={head} renew={renew} restart={restart} />
        <div className={classes.columns}>
          <div className={classes.main}>
            <TitleFields {...fields} titleRef={text.title} />
            <BodyField readOnly={readOnly} desk={desk} />
          </div>
          <SideFields {...fields} />
        </div>
        {head && panel === 'publish' && (
          <PublishDialog head={head} desk={desk} renew={renew} onClose={() => setPanel(null)} />
        )}
        {head && (
          <HistoryDrawer
            open={panel === 'history'}
            head={head}
            desk={desk}
            readOnly={readOnly}
            onClose={() => setPanel(null)}
            onRestored={async () => {
              await renew()
              restart()
            }}
          />
        )}
      </div>
    </PendingUploads>
  )
}

/** Ctrl+S, or ⌘S, saves wherever the focus is. */
function useSaveKey(readOnly: boolean, save: () => Promise<boolean>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!wanted || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!readOnly) void save()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [readOnly, save])
}
