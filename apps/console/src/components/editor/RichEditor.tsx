// the text looks as readers will see it
import '@ce/site/site.css'
import { countCharacters } from '@ce/contract/reading'
import { readNonce } from '@ce/frame/style-nonce.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { UploadRow } from '../upload/UploadRow.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import classes from './editor.module.css'
import { extensions } from './extensions.ts'
import { heldHtml, savedHtml } from './held.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { cleanPasted, type Pasted } from './paste.ts'
import { usePictures } from './use-pictures.ts'
import { WordsDialog, type WordsKind } from './WordsDialog.tsx'

export interface RichEditorHandle {
  /** the text as it stands now */
  html(): string
  focus(): void
}

interface RichEditorProps {
  /** the text to begin with; another text is another editor (key) */
  initialHtml: string
  labelledBy: string
  readOnly: boolean
  onEdit: () => void
  handle: Ref<RichEditorHandle>
}

/** milliseconds: long enough to be read */
const lossMs = 6000

/** The text of an article: what is seen here is what the server keeps. Loaded lazily, it is the console's largest part. */
export function RichEditor(props: RichEditorProps) {
  const { labelledBy, readOnly } = props
  const box = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'link' | WordsKind | null>(null)
  const insert = useRef<(files: File[]) => void>(() => {})
  const [beginning] = useState(() => heldHtml(props.initialHtml))
  const editor = useEditor({
    extensions,
    content: beginning,
    editable: !readOnly,
    ...nonceOption(),
    onUpdate: props.onEdit,
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      },
      transformPastedHTML: (html) => {
        const pasted = cleanPasted(html)
        const words = lossOf(pasted)
        if (words) tellLoss(words)
        return pasted.html
      },
      handlePaste: (_view, event) => takeFiles(event, event.clipboardData, insert.current),
      handleDrop: (_view, event, _slice, moved) => !moved && takeDropped(event, insert.current),
      handleKeyDown: (_view, event) => onKey(event, box.current, () => setDialog('link')),
    },
  })
  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useImperativeHandle(props.handle, () => ({
    html: () => (editor.isEmpty ? '' : savedHtml(editor.getHTML())),
    focus: () => editor.commands.focus(),
  }))
  const pictures = usePictures(editor)
  useEffect(() => {
    insert.current = pictures.insert
  })
  const close = () => {
    setDialog(null)
    editor.commands.focus()
  }
  return (
    <div ref={box} className={readOnly ? `${classes.box} ${classes.readOnly}` : classes.box}>
      {!readOnly && (
        <EditorToolbar
          editor={editor}
          onLink={() => setDialog('link')}
          onWords={setDialog}
          onPictures={pictures.insert}
        />
      )}
      {pictures.uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDrop={() => pictures.drop(upload)} />
      ))}
      <EditorContent editor={editor} className={classes.content} />
      <Footer editor={editor} readOnly={readOnly} />
      {dialog === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {(dialog === 'picture' || dialog === 'table') && (
        <WordsDialog kind={dialog} editor={editor} onClose={close} />
      )}
    </div>
  )
}

/** tiptap puts a style element into the page: the policy wants our nonce on it. */
function nonceOption() {
  const injectNonce = readNonce()
  return injectNonce ? { injectNonce } : {}
}

/** Pictures that are pasted as files. Word and Excel add a picture of what is copied as text: not that one. */
function takeFiles(
  event: Event,
  data: DataTransfer | null,
  insert: (files: File[]) => void,
): boolean {
  const pictures = picturesOf(data)
  if (pictures.length === 0 || data?.getData('text/plain').trim()) return false
  event.preventDefault()
  insert(pictures)
  return true
}

/** A file of another kind would be opened by the browser, in place of this page. */
function takeDropped(event: DragEvent, insert: (files: File[]) => void): boolean {
  if (!event.dataTransfer || event.dataTransfer.files.length === 0) return false
  const pictures = picturesOf(event.dataTransfer)
  if (pictures.length === 0) tellLoss('正文里只能拖入图片；其他文件请放在“附件”里')
  event.preventDefault()
  insert(pictures)
  return true
}

/** What was pasted or dropped could not be taken, or not all of it. */
const tellLoss = (words: string) => showNotice({ title: words, durationMs: lossMs })

const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

function lossOf({ tooLong, lostPictures }: Pasted): string | null {
  if (tooLong) return '粘贴的内容太长，没有粘贴。请分成几篇，图片请单独上传'
  if (lostPictures === 0) return null
  return `有 ${lostPictures} 张图片没有一起粘贴，请单独复制图片粘贴，或用“插入图片”上传`
}

function onKey(event: KeyboardEvent, box: HTMLElement | null, openLink: () => void): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    openLink()
    return true
  }
  // Tab goes from cell to cell in a table: this is the way out
  if (event.altKey && event.key === 'F10') {
    box?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
    return true
  }
  return false
}

function Footer({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      if (!editor.isDestroyed) setCount(countCharacters(editor.getText()))
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(read, 300)
    }
    read()
    editor.on('update', later)
    return () => {
      clearTimeout(timer)
      editor.off('update', later)
    }
  }, [editor])
  return (
    <p className={classes.footer}>
      {!readOnly && <span>图片可以直接粘贴或拖入；Alt+F10 到工具栏</span>}
      <span className="figures">{count ?? '…'} 字</span>
    </p>
  )
}
