import type { ReactNode } from 'react'
import classes from './Alert.module.css'
import { Dated } from './Dated.tsx'
import { type StatusKind, StatusMark } from './StatusMark.tsx'

interface AlertProps {
  kind: 'info' | 'success' | 'warning' | 'error'
  title: string
  children?: ReactNode
  /** it can be dismissed */
  onClose?: (() => void) | undefined
  /** it stands in a live region, which tells it already: it is no alert of its own */
  inRegion?: boolean
}

const marks: Record<AlertProps['kind'], StatusKind> = {
  info: 'doing',
  success: 'done',
  warning: 'warning',
  error: 'error',
}

/** Something to be told within a page: by its mark and words, never by colour alone. */
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
            <Dated>{children}</Dated>
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
