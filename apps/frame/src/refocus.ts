import { useEffect, useRef, useState } from 'react'

/** The focus goes to the page when what had it is gone: a row that was removed, a bar that closed with its dialog. */
export function refocus(): void {
  // on nothing, or still in the dialog that is about to go
  if (isFocusLost() || document.activeElement?.closest('[role="dialog"]')) focusPage()
}

/** For a dialog that goes as a whole: back to what opened it, or to the page if that is gone, too. One that opens next keeps the focus. */
export function useRefocus(): void {
  // while it is made: a moment later the dialog has the focus
  const [opener] = useState(() => document.activeElement)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      requestAnimationFrame(() => {
        if (!gone.current || !isFocusLost()) return
        if (opener instanceof HTMLElement) opener.focus()
        if (isFocusLost()) focusPage()
      })
    }
  }, [opener])
}

/** Nothing on the page has the focus. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body

const focusPage = () => document.getElementById('content')?.focus()
