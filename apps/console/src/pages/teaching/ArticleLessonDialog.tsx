import { teachingSaveDraftLimits } from '@ce/contract/generated/staff-limits'
import { articleLimits, countHtmlCharacters } from '@ce/contract/reading'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Form, Input } from 'antd'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { RichEditorHandle } from '../../components/editor/RichEditor.tsx'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { PendingUploads, usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import type { EditedArticleLesson, LessonUpdate } from './draft.ts'
import { ReadingTimeField } from './ReadingTimeField.tsx'
import classes from './teaching.module.css'
import { useReadingTime } from './use-reading-time.ts'

const RichEditor = lazy(async () => ({
  default: (await import('../../components/editor/RichEditor.tsx')).RichEditor,
}))

interface ArticleDialogProps {
  lesson: EditedArticleLesson
  onEdit: (change: LessonUpdate) => void
  onClose: () => void
}

export function ArticleLessonDialog(props: ArticleDialogProps) {
  return (
    // This dialog asks about unfinished picture uploads itself, because the course is published only later.
    <PendingUploads>
      <Article {...props} />
    </PendingUploads>
  )
}

function Article({ lesson, onEdit, onClose }: ArticleDialogProps) {
  const [open, setOpen] = useState(true)
  const [title, setTitle] = useState(lesson.title)
  const time = useReadingTime(lesson)
  const text = useText(lesson, time.count, () => onEdit((before) => before))
  const pending = usePendingUploads()
  const close = () => setOpen(false)
  const typed = () => text.edited() || title !== lesson.title || time.changed || pending.uploads.length > 0
  const titleId = useId()
  const finish = () => {
    const html = text.read()
    if (html.length > articleLimits.html) {
      showNotice({ kind: 'error', title: '正文过长，请分成几个课时' })
      return
    }
    if (time.problem) {
      showNotice({ kind: 'error', title: time.problem })
      return
    }
    const durationSeconds = time.of(countHtmlCharacters(html))
    onEdit((before) => (before.kind === 'ARTICLE' ? { ...before, title, html, durationSeconds } : before))
    close()
  }
  return (
    <Dialog
      open={open}
      title="文章课时"
      width={960}
      okText="完成"
      okButtonProps={{ disabled: !pending.without }}
      cancelText="放弃这次修改"
      mask={{ closable: false }}
      loss={() => (typed() ? '这个课时刚才的修改不会保留，没有完成的上传随之停止。' : null)}
      onOk={finish}
      onClose={close}
      afterClose={onClose}
    >
      <Form.Item layout="vertical" label="课时名称" htmlFor={titleId}>
        <Input
          id={titleId}
          maxLength={teachingSaveDraftLimits.lessons.items.title.maxLength}
          autoFocus={lesson.title === ''}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Form.Item>
      <BodyField lesson={lesson} text={text} />
      <ReadingTimeField time={time} />
      <PendingFiles {...pending} act="照样完成" />
    </Dialog>
  )
}

function BodyField({ lesson, text }: { lesson: EditedArticleLesson; text: ReturnType<typeof useText> }) {
  const id = useId()
  return (
    <div className={classes.body}>
      <span id={id} className={classes.bodyLabel}>
        正文
      </span>
      <Suspense fallback={<Skeleton shape={['line', 'line', 'line']} label="正在加载编辑器" />}>
        <RichEditor
          handle={text.editor}
          initialHtml={lesson.html}
          labelledBy={id}
          readOnly={false}
          onEdit={text.typed}
        />
      </Suspense>
    </div>
  )
}

/** The text stays in the editor until it is needed; its characters are counted when typing pauses. */
function useText({ html }: EditedArticleLesson, count: (characters: number) => void, begun: () => void) {
  const editor = useRef<RichEditorHandle>(null)
  const edited = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const read = () => (edited.current && editor.current ? editor.current.html() : html)
  return {
    editor,
    edited: () => edited.current,
    read,
    typed: () => {
      if (!edited.current) begun()
      edited.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => count(countHtmlCharacters(read())), 300)
    },
  }
}
