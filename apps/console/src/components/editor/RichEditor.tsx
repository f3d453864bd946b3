// The site styles show the text as readers will see it.
import '@ce/site/site.css'
import { countCharacters } from '@ce/contract/reading'
import { showNotice } from '@ce/ui/notices.ts'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { readStyleNonce } from '../../kit/style-nonce.ts'
import { UploadRow } from '../upload/UploadRow.tsx'
import { DescriptionDialog, type DescriptionKind } from './DescriptionDialog.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import classes from './editor.module.css'
import { editorExtensions } from './extensions.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { cleanPastedHtml, type PastedContent } from './paste.ts'
import { toEditorHtml, toSavedHtml } from './preserved-html.ts'
import { usePictureUploads } from './use-pictures.ts'

export interface RichEditorHandle {
  html(): string
  focus(): void
}

interface RichEditorProps {
  /** To edit another text, render a new editor with another key. */
  initialHtml: string
  labelledBy: string
  readOnly: boolean
  onEdit: () => void
  handle: Ref<RichEditorHandle>
}

/** How long the notice about lost content is shown, in milliseconds. */
const lossMs = 6000

/** Shows the text as the server will store it. Load the editor lazily, because it is large. */
export function RichEditor(props: RichEditorProps) {
  const { labelledBy, readOnly } = props
  const box = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'link' | DescriptionKind | null>(null)
  const insert = useRef<(files: File[]) => void>(() => {})
  const fill = useRef<(pasted: PastedContent['pictures']) => void>(() => {})
  const word = useRef<(file: File) => void>(() => {})
  /** Word's clipboard contains the pictures as RTF. */
  const rtf = useRef('')
  const [beginning] = useState(() => toEditorHtml(props.initialHtml))
  const editor = useEditor({
    extensions: editorExtensions,
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
        const pasted = cleanPastedHtml(html, rtf.current)
        const words = lossOf(pasted)
        if (words) tellLoss(words)
        if (pasted.pictures.length > 0) queueMicrotask(() => fill.current(pasted.pictures))
        return pasted.html
      },
      handleDOMEvents: {
        paste: (_view, { clipboardData }) => keepRtf(rtf, clipboardData),
        drop: (_view, { dataTransfer }) => keepRtf(rtf, dataTransfer),
      },
      handlePaste: (_view, event) => takeFiles(event, event.clipboardData, insert.current),
      handleDrop: (_view, event, _slice, moved) => !moved && takeDropped(event, insert.current, word.current),
      handleKeyDown: (_view, event) => onKey(event, box.current, () => setDialog('link')),
    },
  })
  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useImperativeHandle(props.handle, () => ({
    html: () => (editor.isEmpty ? '' : toSavedHtml(editor.getHTML())),
    focus: () => editor.commands.focus(),
  }))
  const pictures = usePictureUploads(editor)
  useEffect(() => {
    insert.current = pictures.insert
    fill.current = pictures.fill
    word.current = (file) => void insertWord(editor, file).then(pictures.fill)
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
          onWord={(file) => word.current(file)}
        />
      )}
      {pictures.uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDrop={() => pictures.drop(upload)} />
      ))}
      <EditorContent editor={editor} className={classes.content} />
      <Footer editor={editor} readOnly={readOnly} />
      {dialog === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {(dialog === 'picture' || dialog === 'table') && (
        <DescriptionDialog kind={dialog} editor={editor} onClose={close} />
      )}
    </div>
  )
}

function keepRtf(rtf: { current: string }, data: DataTransfer | null): false {
  rtf.current = data?.getData('text/rtf') ?? ''
  return false
}

/** The code that reads Word files is loaded on first use. */
async function insertWord(editor: Editor, file: File): Promise<PastedContent['pictures']> {
  try {
    const { readWordAsHtml: readWordFile } = await import('./word-file.ts')
    const pasted = cleanPastedHtml(await readWordFile(file))
    const words = lossOf(pasted)
    if (words) tellLoss(words)
    if (editor.isDestroyed || pasted.tooLong) return []
    const { $to } = editor.state.selection
    const isEmpty = $to.depth === 1 && $to.parent.content.size === 0
    const behind = $to.depth > 0 ? $to.after(1) : $to.pos
    const place = isEmpty ? { from: $to.before(1), to: behind } : behind
    editor.chain().insertContentAt(place, pasted.html, { updateSelection: false }).run()
    return pasted.pictures
  } catch (error) {
    const own = error instanceof Error && /[一-龥]/.test(error.message)
    tellLoss(own ? error.message : '文档没有读出来，请重新选择')
    return []
  }
}

const isWord = ({ name }: File) => /\.docx?$/i.test(name)

/** tiptap inserts a style element, which needs our CSP nonce. */
function nonceOption() {
  const injectNonce = readStyleNonce()
  return injectNonce ? { injectNonce } : {}
}

/**
 * Inserts pasted or dropped pictures, unless text comes with them: Word and Excel add a picture of the copied text to
 * the clipboard.
 */
function takeFiles(event: Event, data: DataTransfer | null, insert: (files: File[]) => void): boolean {
  const pictures = picturesOf(data)
  if (pictures.length === 0 || data?.getData('text/plain').trim()) return false
  event.preventDefault()
  insert(pictures)
  return true
}

/** Prevents the browser from opening a dropped file instead of this page. */
function takeDropped(event: DragEvent, insert: (files: File[]) => void, word: (file: File) => void): boolean {
  if (!event.dataTransfer || event.dataTransfer.files.length === 0) return false
  const document = [...event.dataTransfer.files].find(isWord)
  if (document) {
    event.preventDefault()
    word(document)
    return true
  }
  const pictures = picturesOf(event.dataTransfer)
  if (pictures.length === 0) tellLoss('正文里只能拖入图片和 Word 文档；其他文件请放在“附件”里')
  event.preventDefault()
  insert(pictures)
  return true
}

const tellLoss = (words: string) => showNotice({ title: words, durationMs: lossMs })

// Most browsers report no type for HEIC files.
const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type, name }) => type.startsWith('image/') || /\.(hei[cf]|avif)$/i.test(name))

const withdrawnWords = {
  deleted: '修订中已删除的文字',
  hidden: '隐藏的文字',
  comments: '批注',
} as const

function lossOf({ tooLong, lostPictures, withdrawn }: PastedContent): string | null {
  if (tooLong) return '粘贴的内容太长，没有粘贴。请分成几篇，图片请单独上传'
  const said = [
    ...(lostPictures > 0 ? [`有 ${lostPictures} 张图片没有一起粘贴，请单独复制图片粘贴，或用“插入图片”上传`] : []),
    ...(withdrawn.length > 0 ? [`已去掉${withdrawn.map((one) => withdrawnWords[one]).join('、')}`] : []),
  ]
  return said.length > 0 ? said.join('；') : null
}

function onKey(event: KeyboardEvent, box: HTMLElement | null, openLink: () => void): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    openLink()
    return true
  }
  // Alt+F10 leaves the editor, because Tab moves between table cells.
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
      {!readOnly && <span>图片、Word 文档可以直接粘贴或拖入；Alt+F10 到工具栏</span>}
      <span className="figures">{count ?? '…'} 字</span>
    </p>
  )
}
