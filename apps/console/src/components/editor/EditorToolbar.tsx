import { FileWordOutlined, LinkOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons'
import { deskPictures } from '@ce/client/prepare-picture.ts'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, useRef } from 'react'
import classes from './editor.module.css'
import { ToolButton, toolIcons } from './ToolButton.tsx'
import { linkTool, pictureTool, type Tool, tableTools, toolGroups } from './tools.ts'
import { useToolbarKeys } from './use-toolbar-keys.ts'
import type { WordsKind } from './WordsDialog.tsx'

interface EditorToolbarProps {
  editor: Editor
  onLink: () => void
  onWords: (kind: WordsKind) => void
  onPictures: (files: File[]) => void
  onWord: (file: File) => void
}

/** The tools of the text, as one stop of the tab key. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { editor, onLink, onWords, onPictures, onWord } = props
  const bar = useRef<HTMLDivElement>(null)
  const keys = useToolbarKeys(bar)
  const state = useToolState(editor)
  return (
    <div ref={bar} className={classes.toolbar} role="toolbar" aria-label="正文格式" {...keys}>
      {toolGroups.map((group) => (
        <span key={group[0]?.name} className={classes.group}>
          {group.map((tool) => (
            <Button key={tool.name} tool={tool} editor={editor} state={state} />
          ))}
        </span>
      ))}
      <span className={classes.group}>
        <ToolButton name="链接" keys="Ctrl+K" pressed={state.onLink} onClick={onLink}>
          <LinkOutlined />
        </ToolButton>
        <FileButton
          name="插入图片"
          label="选择图片"
          accept={deskPictures}
          multiple
          onFiles={onPictures}
        >
          <PictureOutlined />
        </FileButton>
        <FileButton
          name="导入 Word 文档"
          label="选择 Word 文档"
          accept=".docx,.doc"
          onFiles={([file]) => file && onWord(file)}
        >
          <FileWordOutlined />
        </FileButton>
        <ToolButton
          name="插入表格"
          disabled={state.inTable}
          onClick={() =>
            editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
          }
        >
          <TableOutlined />
        </ToolButton>
      </span>
      {(state.onLink || state.onPicture) && (
        <span className={classes.group}>
          {state.onLink && <Button tool={linkTool} editor={editor} state={state} />}
          {state.onPicture && (
            <>
              <ToolButton name="图片说明" onClick={() => onWords('picture')}>
                图片说明
              </ToolButton>
              <Button tool={pictureTool} editor={editor} state={state} />
            </>
          )}
        </span>
      )}
      {state.inTable && (
        <span className={classes.group}>
          <ToolButton name="表格标题" onClick={() => onWords('table')}>
            表格标题
          </ToolButton>
          {tableTools.map((tool) => (
            <Button key={tool.name} tool={tool} editor={editor} state={state} />
          ))}
        </span>
      )}
    </div>
  )
}

type ToolState = ReturnType<typeof useToolState>

function Button({ tool, editor, state }: { tool: Tool; editor: Editor; state: ToolState }) {
  return (
    <ToolButton
      name={tool.name}
      keys={tool.keys}
      pressed={tool.active ? state.pressed.includes(tool.name) : undefined}
      disabled={state.disabled.includes(tool.name)}
      onClick={() => tool.run(editor)}
    >
      {tool.icon ? toolIcons[tool.icon] : tool.text}
    </ToolButton>
  )
}

interface FileButtonProps {
  name: string
  /** of the field that the button stands for */
  label: string
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

function FileButton(props: FileButtonProps) {
  const { name, label, accept, multiple = false, onFiles, children } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton name={name} onClick={() => input.current?.click()}>
        {children}
      </ToolButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

const tools = [...toolGroups.flat(), ...tableTools]
const names = (is: (tool: Tool) => boolean | undefined) =>
  tools.filter((tool) => is(tool)).map(({ name }) => name)

function useToolState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor }) => ({
      pressed: names(({ active }) => active?.(editor)),
      disabled: names(({ enabled }) => enabled && !enabled(editor)),
      inTable: editor.isActive('table'),
      onLink: editor.isActive('link'),
      onPicture: editor.isActive('image'),
    }),
  })
}
