import { articleLimits, charactersOf } from '@ce/contract/reading'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { App, Form, Input, Modal } from 'antd'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { RichEditorHandle } from '../../components/editor/RichEditor.tsx'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { PendingUploads, usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import type { DraftArticle, LessonChange } from './draft.ts'
import { ReadingTimeField } from './ReadingTimeField.tsx'
import classes from './teaching.module.css'
import { useReadingTime } from './use-reading-time.ts'

const RichEditor = lazy(async () => ({
  default: (await import('../../components/editor/RichEditor.tsx')).RichEditor,
}))

interface ArticleDialogProps {
  lesson: DraftArticle
  onEdit: (change: LessonChange) => void
  onClose: () => void
}

/** A lesson that is read: its title, its text and how long it takes. Nothing changes before 完成. */
export function ArticleDialog(props: ArticleDialogProps) {
  return (
    // its pictures are asked about here, not where the course is published
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
  const typed = () =>
    text.edited() || title !== lesson.title || time.changed || pending.uploads.length > 0
  const giveUp = useGiveUp(typed, close)
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
    const durationSeconds = time.of(charactersOf(html))
    onEdit((before) =>
      before.kind === 'ARTICLE' ? { ...before, title, html, durationSeconds } : before,
    )
    close()
  }
  return (
    <Modal
      open={open}
      title="文章课时"
      width={960}
      okText="完成"
      okButtonProps={{ disabled: !pending.without }}
      cancelText="放弃这次修改"
      mask={{ closable: false }}
      keyboard={false}
      onOk={finish}
      onCancel={giveUp}
      afterClose={onClose}
    >
      <Form.Item layout="vertical" label="课时名称" htmlFor={titleId}>
        <Input
          id={titleId}
          maxLength={60}
          autoFocus={lesson.title === ''}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Form.Item>
      <BodyField lesson={lesson} text={text} />
      <ReadingTimeField time={time} />
      <PendingFiles {...pending} act="照样完成" />
    </Modal>
  )
}

function BodyField({ lesson, text }: { lesson: DraftArticle; text: ReturnType<typeof useText> }) {
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

/** The text lies in the rich editor until somebody asks for it; its length is counted once the typing rests. */
function useText({ html }: DraftArticle, count: (characters: number) => void, begun: () => void) {
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
      // from now on the page asks before it is left
      if (!edited.current) begun()
      edited.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => count(charactersOf(read())), 300)
    },
  }
}

/** Closes; what was typed is only thrown away when asked. */
function useGiveUp(typed: () => boolean, close: () => void): () => void {
  const { modal } = App.useApp()
  return () => {
    if (!typed()) close()
    else
      modal.confirm({
        title: '放弃这次修改？',
        content: '这个课时刚才的修改不会保留，没有完成的上传随之停止。',
        okText: '放弃',
        okButtonProps: { danger: true },
        cancelText: '继续编辑',
        onOk: close,
      })
  }
}
