import { useLoadingOverlay } from '../busy.ts'
import classes from './shell.module.css'

/** Covers the whole screen while the loading overlay is switched on (docs/rules/screens.md#navigation). */
export function LoadingOverlay() {
  if (!useLoadingOverlay()) return null
  return (
    <div className={classes.overlay} role="status">
      <span className={classes.spinner} aria-hidden="true" />
      请稍候…
    </div>
  )
}
