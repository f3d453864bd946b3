import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LineOutlined,
  OrderedListOutlined,
  RedoOutlined,
  RightSquareOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import classes from './editor.module.css'
import type { EditorToolIcon } from './tools.ts'

export const editorToolIcons: Record<EditorToolIcon, ReactNode> = {
  bold: <BoldOutlined />,
  italic: <ItalicOutlined />,
  bullets: <UnorderedListOutlined />,
  numbers: <OrderedListOutlined />,
  quote: <RightSquareOutlined />,
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  undo: <UndoOutlined />,
  redo: <RedoOutlined />,
  clear: <ClearOutlined />,
  line: <LineOutlined />,
}

interface ToolButtonProps {
  name: string
  keys?: string | undefined
  pressed?: boolean | undefined
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** Disabled buttons stay in the tab order, so that focus is not lost. */
export function ToolButton({ name, keys, pressed, disabled, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={name}
      title={keys ? `${name}（${keys}）` : name}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      data-tool=""
      tabIndex={-1}
      // A click on the tool must keep the text selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {children}
    </button>
  )
}
