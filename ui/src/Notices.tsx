import { useEffect, useState, useSyncExternalStore } from 'react'
import { closeNotice, frontPlace, onNotices, shownNotices, takePlace } from './notices.ts'

const none: ReturnType<typeof shownNotices> = []

/**
 * The corner where notices show; in the page once, always, so that screen readers hear what comes, and in each dialog
 * (`over`): they show in the one in front.
 */
export function Notices({ over = false }: { over?: boolean }) {
  const [place] = useState(() => Symbol())
  useEffect(() => takePlace(place, over), [place, over])
  const front = useSyncExternalStore(onNotices, frontPlace, frontPlace) === place
  const shown = useSyncExternalStore(onNotices, shownNotices, () => none)
  const notices = front ? shown : none
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
