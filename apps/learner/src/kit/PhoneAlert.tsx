import { Dated } from '@ce/ui/Dated.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import type { KitAlertProps } from '../components/kit.tsx'
import classes from './PhoneAlert.module.css'

const marks: Record<KitAlertProps['kind'], StatusKind> = {
  info: 'doing',
  success: 'done',
  warning: 'warning',
  error: 'error',
}

/** Something to be told within a page: by its mark and words, never by colour alone. */
export function PhoneAlert({ kind, title, children, onClose, inRegion }: KitAlertProps) {
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
