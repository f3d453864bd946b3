import { useEffect, useRef, useState } from 'react'

/** The focus goes to the page when what had it is gone: a row that was removed, a bar that closed with its dialog. */
export function refocus(): void {
  // on nothing, or still in the dialog that is about to go
  if (isFocusLost() || inDialog(document.activeElement)) focusPage()
}

/** What had the focus last outside of any dialog. */
let lastOutside: Element | null = null

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !inDialog(target)) lastOutside = target
  })

/**
 * For a dialog that goes as a whole: back to what opened it, or to the page if that is gone, too. One that opens next keeps the
 * focus; it goes back to what opened the first of them, where that is gone with its buttons.
 */
export function useRefocus(): void {
  // while it is made: a moment later the dialog has the focus
  const [openers] = useState(() => {
    const opener = document.activeElement
    return inDialog(opener) ? [opener, lastOutside] : [opener]
  })
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      requestAnimationFrame(() => {
        if (!gone.current || !isFocusLost()) return
        for (const opener of openers)
          if (isFocusLost() && opener instanceof HTMLElement) opener.focus()
        if (isFocusLost()) focusPage()
      })
    }
  }, [openers])
}

const inDialog = (element: Element | null) => element?.closest('[role="dialog"]') != null

/** Nothing on the page has the focus. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

const focusPage = () => document.getElementById('content')?.focus()
