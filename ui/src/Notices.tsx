import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { avoidOverlap, watchChanges } from './avoid-overlap.ts'
import { Dated } from './Dated.tsx'
import { closeNotice, frontPlace, onNotices, shownNotices, takePlace } from './notices.ts'

const none: ReturnType<typeof shownNotices> = []

/**
 * The corner where notices show; in the page once, always, so that screen readers hear what comes, and in each dialog
 * (`over`): they show in the one in front.
 */
export function Notices({ over = false }: { over?: boolean }) {
  const [place] = useState(() => Symbol())
  useEffect(() => takePlace(place, over), [place, over])
  useEffect(() => (over ? undefined : watchChanges()), [over])
  const front = useSyncExternalStore(onNotices, frontPlace, frontPlace) === place
  const shown = useSyncExternalStore(onNotices, shownNotices, () => none)
  const notices = front ? shown : none
  const element = useAvoidingOverlap(notices)
  return (
    <div ref={element} className="ui-notices" aria-live="assertive" aria-relevant="additions">
      {notices.map(({ id, kind, title, text, closable }) => (
        <div key={id} className={`ui-notice ui-notice-${kind}`}>
          <p className="ui-notice-title">
            <Dated>{title}</Dated>
          </p>
          {text && (
            <p>
              <Dated>{text}</Dated>
            </p>
          )}
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

/** milliseconds; the page below goes on changing: the next one comes, its list arrives */
const lookAgainMs = 250

/** As long as notices show they cover as little as they can, and neither the focus nor what they speak of. */
function useAvoidingOverlap(notices: ReturnType<typeof shownNotices>) {
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
