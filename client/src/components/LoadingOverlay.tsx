import { useBusy } from '../busy.ts'
import classes from './shell.module.css'

/** The full-screen overlay of the shared flag (specification §1). */
export function LoadingOverlay() {
  if (!useBusy()) return null
  return (
    <div className={classes.overlay} role="status">
      <span className={classes.spinner} aria-hidden="true" />
      请稍候…
    </div>
  )
}
