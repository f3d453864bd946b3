import { FileWordOutlined, LinkOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons'
import { desktopPictureTypes } from '@ce/client/prepare-picture.ts'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, useRef } from 'react'
import type { DescriptionKind } from './DescriptionDialog.tsx'
import classes from './editor.module.css'
import { editorToolIcons, ToolButton } from './ToolButton.tsx'
import { type EditorTool, editorToolGroups, linkTool, pictureTool, tableTools } from './tools.ts'
import { useToolbarKeys } from './use-toolbar-keys.ts'

interface EditorToolbarProps {
  editor: Editor
  onLink: () => void
  onWords: (kind: DescriptionKind) => void
  onPictures: (files: File[]) => void
  onWord: (file: File) => void
}

/** The whole toolbar is one tab stop. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { editor, onLink, onWords, onPictures, onWord } = props
  const bar = useRef<HTMLDivElement>(null)
  const keys = useToolbarKeys(bar)
  const state = useToolState(editor)
  return (
    <div ref={bar} className={classes.toolbar} role="toolbar" aria-label="正文格式" {...keys}>
      {editorToolGroups.map((group) => (
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
        <FileButton name="插入图片" label="选择图片" accept={desktopPictureTypes} multiple onFiles={onPictures}>
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
          onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
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

function Button({ tool, editor, state }: { tool: EditorTool; editor: Editor; state: ToolState }) {
  return (
    <ToolButton
      name={tool.name}
      keys={tool.keys}
      pressed={tool.active ? state.pressed.includes(tool.name) : undefined}
      disabled={state.disabled.includes(tool.name)}
      onClick={() => tool.run(editor)}
    >
      {tool.icon ? editorToolIcons[tool.icon] : tool.text}
    </ToolButton>
  )
}

interface FileButtonProps {
  name: string
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

const tools = [...editorToolGroups.flat(), ...tableTools]
const names = (is: (tool: EditorTool) => boolean | undefined) =>
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
