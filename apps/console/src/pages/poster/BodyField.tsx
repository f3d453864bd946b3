import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { lazy, Suspense, useId } from 'react'
import classes from './Editor.module.css'
import type { PosterDraftControls } from './use-draft.ts'

const RichEditor = lazy(async () => ({
  default: (await import('../../components/editor/RichEditor.tsx')).RichEditor,
}))

export function PosterBodyField({ readOnly, desk }: { readOnly: boolean; desk: PosterDraftControls }) {
  const id = useId()
  const { text, edit } = desk
  return (
    <div className={classes.field}>
      <span id={id} className={classes.label}>
        正文
      </span>
      <Suspense fallback={<Skeleton shape={['line', 'line', 'line', 'line']} label="正在加载编辑器" />}>
        <RichEditor
          key={text.round}
          handle={text.editor}
          initialHtml={text.content.bodyHtml}
          labelledBy={id}
          readOnly={readOnly}
          onEdit={() => {
            text.bodyTyped()
            edit({})
          }}
        />
      </Suspense>
    </div>
  )
}
