import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { avoidOverlap, watchPageChanges } from './avoid-overlap.ts'
import { DatedText } from './Dated.tsx'
import { claimNoticePlace, closeNotice, onNoticesChange, readShownNotices, topNoticePlace } from './notices.ts'

const none: ReturnType<typeof readShownNotices> = []

/** Shows the notices in the front dialog, or in the page when no dialog is open. */
export function Notices({ over = false }: { over?: boolean }) {
  const [place] = useState(() => Symbol())
  useEffect(() => claimNoticePlace(place, over), [place, over])
  useEffect(() => (over ? undefined : watchPageChanges()), [over])
  const front = useSyncExternalStore(onNoticesChange, topNoticePlace, topNoticePlace) === place
  const shown = useSyncExternalStore(onNoticesChange, readShownNotices, () => none)
  const notices = front ? shown : none
  const element = useAvoidingOverlap(notices)
  return (
    <div ref={element} className="ui-notices" aria-live="assertive" aria-relevant="additions">
      {notices.map(({ id, kind, title, text, closable }) => (
        <div key={id} className={`ui-notice ui-notice-${kind}`}>
          <p className="ui-notice-title">
            <DatedText>{title}</DatedText>
          </p>
          {text && (
            <p>
              <DatedText>{text}</DatedText>
            </p>
          )}
          {closable && (
            <button type="button" className="ui-notice-close" aria-label="关闭提示" onClick={() => closeNotice(id)}>
              ×
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

/** Milliseconds between checks of the notices' place, because the page below changes. */
const lookAgainMs = 250

/** Keeps the notices where they cover as little as possible, and never the focused element. */
function useAvoidingOverlap(notices: ReturnType<typeof readShownNotices>) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || notices.length === 0) return
    avoidOverlap(element)
    const timer = setInterval(() => avoidOverlap(element), lookAgainMs)
    return () => clearInterval(timer)
  }, [notices])
  useLayoutEffect(() => {
    if (ref.current && notices.length === 0) ref.current.style.top = ''
  }, [notices])
  return ref
}
