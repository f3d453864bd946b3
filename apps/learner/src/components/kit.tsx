import type { AriaAttributes, ComponentType, ReactNode } from 'react'
import { partsOf } from './parts.tsx'

export interface KitButtonProps extends AriaAttributes {
  kind?: 'primary' | 'default' | 'text'
  size?: 'large' | 'small'
  /** as wide as there is room */
  block?: boolean
  /** what it began is not done */
  busy?: boolean
  disabled?: boolean
  autoFocus?: boolean
  className?: string | undefined
  onClick: () => void
  children: ReactNode
}

export interface KitLinkProps {
  to: string
  /** of the history's entry: what the page there is to do at once */
  state?: unknown
  kind?: 'primary' | 'default'
  size?: 'large'
  children: ReactNode
}

export interface KitAlertProps {
  kind: 'info' | 'success' | 'warning' | 'error'
  title: string
  children?: ReactNode
  /** it can be dismissed */
  onClose?: (() => void) | undefined
  /** it stands in a live region, which tells it already: it is no alert of its own */
  inRegion?: boolean
}

export interface KitDialogProps {
  open: boolean
  title: string
  /** Esc, or a press beside it */
  onClose: () => void
  /** without it there is nothing to answer */
  answers?: {
    yes: string
    no: string
    onYes: () => void
    onNo: () => void
    busy?: boolean
  }
  /** it holds what was typed: a press beside it does not close it */
  form?: boolean
  /** it has led to another place of the page, which took the focus: what opened it does not get it back */
  ledOn?: boolean
  children: ReactNode
}

export interface KitTextAreaProps {
  id: string
  value: string
  maxLength: number
  rows: number
  /** what was typed is refused */
  invalid?: boolean
  onChange: (text: string) => void
}

/** The controls of the study and exam pages, as an app draws them. */
export interface Kit {
  Button: ComponentType<KitButtonProps>
  LinkButton: ComponentType<KitLinkProps>
  Alert: ComponentType<KitAlertProps>
  Dialog: ComponentType<KitDialogProps>
  TextArea: ComponentType<KitTextAreaProps>
}

export const [KitProvider, useKit] = partsOf<Kit>('kit')
