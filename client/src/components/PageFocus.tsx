import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusByScript, focusNearLast, isFocusLost } from './refocus.ts'

/**
 * Once a navigation has taken away what had the focus, it stands on the page's title: the next Tab goes on from there, not
 * from the browser's bar. What kept it (a menu) or took it (a field) has it still. Nothing scrolls: Back leads to where one was.
 */
export function PageFocus() {
  const { pathname, key, hash } = useLocation()
  const last = useRef({ pathname, key })
  useEffect(() => {
    const before = last.current
    last.current = { pathname, key }
    if (before.key === key) return
    if (before.pathname !== pathname) return focusTitle()
    // a part of the page is a target of its own
    if (hash) return
    // a dialog that was in the address gives the focus back itself, a frame later (refocus.ts)
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        // filters, pages and sorting: it stays on what was used, or near it where that is gone or off
        if (isFocusLost() && !focusNearLast()) focusTitle()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, key, hash])
  return null
}

/** Where a page, or what it shows, was made anew and nothing has the focus. */
export function focusTitle(): void {
  if (!isFocusLost()) return
  const title = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
  if (title) focusByScript(title, { preventScroll: true })
}
