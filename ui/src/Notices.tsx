import { useSyncExternalStore } from 'react'
import { closeNotice, onNotices, shownNotices } from './notices.ts'

const none: ReturnType<typeof shownNotices> = []

/** The corner where notices show; in the page once, always, so that screen readers hear what comes. */
export function Notices() {
  const notices = useSyncExternalStore(onNotices, shownNotices, () => none)
  return (
    <div className="ui-notices" aria-live="assertive" aria-relevant="additions">
      {notices.map(({ id, kind, title, text, closable }) => (
        <div key={id} className={`ui-notice ui-notice-${kind}`}>
          <p className="ui-notice-title">{title}</p>
          {text && <p>{text}</p>}
          {closable && (
            <button
              type="button"
              className="ui-notice-close"
              aria-label="关闭提示"
              onClick={() => closeNotice(id)}
            >
              ×
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
