// the text looks as readers will see it
import '@ce/site/site.css'
import { countCharacters } from '@ce/contract/reading'
import { showNotice } from '@ce/ui/notices.ts'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { readNonce } from '../../kit/style-nonce.ts'
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
  const fill = useRef<(pasted: Pasted['pictures']) => void>(() => {})
  const word = useRef<(file: File) => void>(() => {})
  /** what Word puts on the clipboard beside its HTML: there lie its pictures */
  const rtf = useRef('')
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
        const pasted = cleanPasted(html, rtf.current)
        const words = lossOf(pasted)
        if (words) tellLoss(words)
        // once the text with their places is in
        if (pasted.pictures.length > 0) queueMicrotask(() => fill.current(pasted.pictures))
        return pasted.html
      },
      handleDOMEvents: {
        paste: (_view, { clipboardData }) => keepRtf(rtf, clipboardData),
        drop: (_view, { dataTransfer }) => keepRtf(rtf, dataTransfer),
      },
      handlePaste: (_view, event) => takeFiles(event, event.clipboardData, insert.current),
      handleDrop: (_view, event, _slice, moved) =>
        !moved && takeDropped(event, insert.current, word.current),
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
        <WordsDialog kind={dialog} editor={editor} onClose={close} />
      )}
    </div>
  )
}

function keepRtf(rtf: { current: string }, data: DataTransfer | null): false {
  rtf.current = data?.getData('text/rtf') ?? ''
  return false
}

/** A Word document stands behind the block that the cursor is in. Its reader is loaded with the first one. */
async function insertWord(editor: Editor, file: File): Promise<Pasted['pictures']> {
  try {
    const { readWordFile } = await import('./word-file.ts')
    const pasted = cleanPasted(await readWordFile(file))
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
function takeDropped(
  event: DragEvent,
  insert: (files: File[]) => void,
  word: (file: File) => void,
): boolean {
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

/** What was pasted or dropped could not be taken, or not all of it. */
const tellLoss = (words: string) => showNotice({ title: words, durationMs: lossMs })

// a browser knows no type for HEIC on most systems
const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(
    ({ type, name }) => type.startsWith('image/') || /\.(hei[cf]|avif)$/i.test(name),
  )

const withdrawnWords = {
  deleted: '修订中已删除的文字',
  hidden: '隐藏的文字',
  comments: '批注',
} as const

function lossOf({ tooLong, lostPictures, withdrawn }: Pasted): string | null {
  if (tooLong) return '粘贴的内容太长，没有粘贴。请分成几篇，图片请单独上传'
  const said = [
    ...(lostPictures > 0
      ? [`有 ${lostPictures} 张图片没有一起粘贴，请单独复制图片粘贴，或用“插入图片”上传`]
      : []),
    ...(withdrawn.length > 0
      ? [`已去掉${withdrawn.map((one) => withdrawnWords[one]).join('、')}`]
      : []),
  ]
  return said.length > 0 ? said.join('；') : null
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
      {!readOnly && <span>图片、Word 文档可以直接粘贴或拖入；Alt+F10 到工具栏</span>}
      <span className="figures">{count ?? '…'} 字</span>
    </p>
  )
}
