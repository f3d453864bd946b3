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
import type { ToolIcon } from './tools.ts'

export const toolIcons: Record<ToolIcon, ReactNode> = {
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

/** One button of the toolbar. It stays in the tab order when disabled, so that the focus is never lost. */
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
      // the selection of the text stays where it is
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onClick()
      }}
    >
      {children}
    </button>
  )
}
