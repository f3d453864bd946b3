import type { Poster } from '@ce/client/staff/poster.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PendingUploads } from '../../components/upload/pending-uploads.tsx'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { paths } from '../../paths.ts'
import { PosterBodyField } from './BodyField.tsx'
import type { EditedPosterContent } from './content.ts'
import { isPosterDraftUnsaved } from './draft.ts'
import classes from './Editor.module.css'
import { PosterEditorHeader, type PosterEditorPanel } from './EditorHeader.tsx'
import { PosterHistoryDrawer } from './HistoryDrawer.tsx'
import { PosterDraftNotices } from './PosterDraftNotices.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { PosterSideFields } from './SideFields.tsx'
import { PosterTitleFields } from './TitleFields.tsx'
import { usePosterDraft } from './use-draft.ts'

interface PosterEditorProps {
  head: Poster | null
  categoryId: number
  content: EditedPosterContent
  editor: string
  renew: () => Promise<Poster | undefined>
  restart: () => void
}

export function PosterEditor(props: PosterEditorProps) {
  const { head, categoryId, renew, restart } = props
  const readOnly = !usePermission('poster.edit')
  const desk = usePosterDraft(props)
  const { draft, text, edit, save } = desk
  const [panel, setPanel] = useState<PosterEditorPanel>(null)
  const navigate = useNavigate()
  useUnsavedChanges(isPosterDraftUnsaved(draft), '这篇内容')
  useSaveKey(readOnly, save)
  const preview = async () => {
    if (isPosterDraftUnsaved(draft) && !(await save())) return
    if (head) navigate(paths.posterPreview(head.id))
  }
  const fields = { content: text.content, categoryId, readOnly, edit }
  return (
    <PendingUploads>
      <div className={classes.page}>
        <PosterEditorHeader
          head={head}
          categoryId={categoryId}
          readOnly={readOnly}
          desk={desk}
          renew={renew}
          onPreview={preview}
          onPanel={setPanel}
        />
        <PosterDraftNotices desk={desk} head={head} renew={renew} restart={restart} />
        <div className={classes.columns}>
          <div className={classes.main}>
            <PosterTitleFields {...fields} titleRef={text.title} />
            <PosterBodyField readOnly={readOnly} desk={desk} />
          </div>
          <PosterSideFields {...fields} />
        </div>
        {head && panel === 'publish' && (
          <PublishDialog head={head} desk={desk} renew={renew} onClose={() => setPanel(null)} />
        )}
        {head && (
          <PosterHistoryDrawer
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

/** Ctrl+S or ⌘S saves, whatever has the focus. */
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
