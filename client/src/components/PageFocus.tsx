import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusByScript, focusNearLastControl, isFocusLost } from './restore-focus.ts'

/**
 * Focuses the title only if the navigation removed the focus. It does not scroll, because Back restores the position.
 */
export function PageFocus() {
  const { pathname, key, hash } = useLocation()
  const last = useRef({ pathname, key })
  useEffect(() => {
    const before = last.current
    last.current = { pathname, key }
    if (before.key === key) return
    if (before.pathname !== pathname) return focusPageTitle()
    // The hash names a part of the page, which takes the focus itself.
    if (hash) return
    // A dialog in the address restores the focus itself one frame later (restore-focus.ts).
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        // After filtering or paging, the focus stays on or near the used control.
        if (isFocusLost() && !focusNearLastControl()) focusPageTitle()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, key, hash])
  return null
}

/** Does nothing while some element has the focus. */
export function focusPageTitle(): void {
  if (!isFocusLost()) return
  const title = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
  if (title) focusByScript(title, { preventScroll: true })
}
