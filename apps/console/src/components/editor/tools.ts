import type { Editor } from '@tiptap/react'

export interface EditorTool {
  name: string
  text?: string
  icon?: EditorToolIcon
  keys?: string
  active?: (editor: Editor) => boolean
  enabled?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

export type EditorToolIcon =
  | 'bold'
  | 'italic'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'left'
  | 'center'
  | 'right'
  | 'undo'
  | 'redo'
  | 'clear'
  | 'line'

const chain = (editor: Editor) => editor.chain().focus()
const aligned = (name: string) => (editor: Editor) => editor.isActive({ textAlign: name })

const heading = (level: 2 | 3, name: string): EditorTool => ({
  name,
  text: name,
  keys: `Ctrl+Alt+${level}`,
  active: (editor) => editor.isActive('heading', { level }),
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
})

export const editorToolGroups: readonly (readonly EditorTool[])[] = [
  [
    {
      name: '撤销',
      icon: 'undo',
      keys: 'Ctrl+Z',
      enabled: (editor) => editor.can().undo(),
      run: (editor) => chain(editor).undo().run(),
    },
    {
      name: '重做',
      icon: 'redo',
      keys: 'Ctrl+Y',
      enabled: (editor) => editor.can().redo(),
      run: (editor) => chain(editor).redo().run(),
    },
  ],
  [
    {
      name: '正文',
      text: '正文',
      keys: 'Ctrl+Alt+0',
      active: (editor) => editor.isActive('paragraph'),
      run: (editor) => chain(editor).setParagraph().run(),
    },
    heading(2, '标题'),
    heading(3, '小标题'),
  ],
  [
    {
      name: '加粗',
      icon: 'bold',
      keys: 'Ctrl+B',
      active: (editor) => editor.isActive('bold'),
      run: (editor) => chain(editor).toggleBold().run(),
    },
    {
      name: '斜体',
      icon: 'italic',
      keys: 'Ctrl+I',
      active: (editor) => editor.isActive('italic'),
      run: (editor) => chain(editor).toggleItalic().run(),
    },
    {
      name: '上标',
      text: '上标',
      active: (editor) => editor.isActive('superscript'),
      run: (editor) => chain(editor).toggleMark('superscript').run(),
    },
    {
      name: '下标',
      text: '下标',
      active: (editor) => editor.isActive('subscript'),
      run: (editor) => chain(editor).toggleMark('subscript').run(),
    },
    {
      name: '清除格式',
      icon: 'clear',
      run: (editor) => chain(editor).unsetAllMarks().unsetTextAlign().run(),
    },
  ],
  [
    {
      name: '项目符号列表',
      icon: 'bullets',
      keys: 'Ctrl+Shift+8',
      active: (editor) => editor.isActive('bulletList'),
      run: (editor) => chain(editor).toggleBulletList().run(),
    },
    {
      name: '编号列表',
      icon: 'numbers',
      keys: 'Ctrl+Shift+7',
      active: (editor) => editor.isActive('orderedList'),
      run: (editor) => chain(editor).toggleOrderedList().run(),
    },
    {
      name: '引用',
      icon: 'quote',
      keys: 'Ctrl+Shift+B',
      active: (editor) => editor.isActive('blockquote'),
      run: (editor) => chain(editor).toggleBlockquote().run(),
    },
    {
      name: '分隔线',
      icon: 'line',
      run: (editor) => chain(editor).setHorizontalRule().run(),
    },
  ],
  [
    {
      name: '左对齐',
      icon: 'left',
      keys: 'Ctrl+Shift+L',
      active: (editor) => !aligned('center')(editor) && !aligned('right')(editor),
      run: (editor) => chain(editor).unsetTextAlign().run(),
    },
    {
      name: '居中',
      icon: 'center',
      keys: 'Ctrl+Shift+E',
      active: aligned('center'),
      run: (editor) => chain(editor).setTextAlign('center').run(),
    },
    {
      name: '右对齐',
      icon: 'right',
      keys: 'Ctrl+Shift+R',
      active: aligned('right'),
      run: (editor) => chain(editor).setTextAlign('right').run(),
    },
  ],
]

const table = (name: string, run: EditorTool['run'], enabled?: EditorTool['enabled']): EditorTool => ({
  name,
  text: name,
  run,
  ...(enabled ? { enabled } : {}),
})

export const tableTools: readonly EditorTool[] = [
  table('上方插入行', (editor) => chain(editor).addRowBefore().run()),
  table('下方插入行', (editor) => chain(editor).addRowAfter().run()),
  table('左侧插入列', (editor) => chain(editor).addColumnBefore().run()),
  table('右侧插入列', (editor) => chain(editor).addColumnAfter().run()),
  table('删除行', (editor) => chain(editor).deleteRow().run()),
  table('删除列', (editor) => chain(editor).deleteColumn().run()),
  table(
    '合并单元格',
    (editor) => chain(editor).mergeCells().run(),
    (editor) => editor.can().mergeCells(),
  ),
  table(
    '拆分单元格',
    (editor) => chain(editor).splitCell().run(),
    (editor) => editor.can().splitCell(),
  ),
  table('表头行', (editor) => chain(editor).toggleHeaderRow().run()),
  table('删除表格', (editor) => chain(editor).deleteTable().run()),
]

export const linkTool: EditorTool = {
  name: '取消链接',
  text: '取消链接',
  run: (editor) => chain(editor).extendMarkRange('link').unsetLink().run(),
}
export const pictureTool: EditorTool = {
  name: '删除图片',
  text: '删除图片',
  run: (editor) => chain(editor).deleteSelection().run(),
}
