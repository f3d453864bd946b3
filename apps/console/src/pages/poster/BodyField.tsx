import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Alert, App } from 'antd'
import { lazy, Suspense, useId } from 'react'
import { notEditable } from '../../components/editor/not-editable.ts'
import classes from './Editor.module.css'
import type { DraftDesk } from './use-draft.ts'

const RichEditor = lazy(async () => ({
  default: (await import('../../components/editor/RichEditor.tsx')).RichEditor,
}))

/** The text itself. */
export function BodyField({ readOnly, desk }: { readOnly: boolean; desk: DraftDesk }) {
  const id = useId()
  const { message } = App.useApp()
  const { text, edit } = desk
  const hidden = notEditable(text.content.bodyHtml)
  return (
    <div className={classes.field}>
      <span id={id} className={classes.label}>
        正文
      </span>
      {hidden.length > 0 && !readOnly && (
        <Alert
          type="warning"
          showIcon
          title={`编辑器不能显示其中的${hidden.join('、')}。修改正文并保存后会丢失；只改其他栏目不受影响。`}
        />
      )}
      <Suspense
        fallback={<Skeleton shape={['line', 'line', 'line', 'line']} label="正在加载编辑器" />}
      >
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
          onLoss={(words) => message.warning(words, 6)}
        />
      </Suspense>
    </div>
  )
}
