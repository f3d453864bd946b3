import type { ReactNode } from 'react'
import classes from './Alert.module.css'
import { DatedText } from './Dated.tsx'
import { type StatusKind, StatusMark } from './StatusMark.tsx'

interface AlertProps {
  kind: 'info' | 'success' | 'warning' | 'error'
  title: string
  children?: ReactNode
  onClose?: (() => void) | undefined
  /** True when the alert is inside a live region, so that screen readers announce it without a role of its own. */
  inRegion?: boolean
}

const marks: Record<AlertProps['kind'], StatusKind> = {
  info: 'doing',
  success: 'done',
  warning: 'warning',
  error: 'error',
}

/** An alert is shown by icon and text, never by colour alone. */
export function Alert({ kind, title, children, onClose, inRegion = false }: AlertProps) {
  const role = kind === 'error' && !inRegion ? 'alert' : undefined
  return (
    <div className={classes.alert} data-kind={kind} role={role}>
      <div className={classes.words}>
        <p className={classes.title}>
          <StatusMark kind={marks[kind]}>{title}</StatusMark>
        </p>
        {children && (
          <div>
            <DatedText>{children}</DatedText>
          </div>
        )}
      </div>
      {onClose && (
        <button type="button" className={classes.close} aria-label="知道了" onClick={onClose}>
          ×
        </button>
      )}
    </div>
  )
}
