import { useEffect, useRef } from 'react'

/** The focus goes to the page when what had it is gone: a row that was removed, a bar that closed with its dialog. */
export function refocus(): void {
  // on nothing, or still in the dialog that is about to go
  if (isLost() || document.activeElement?.closest('[role="dialog"]')) focusPage()
}

/** For a dialog: what opened it may be gone with what it did, and the dialog with it. One that opens next keeps the focus. */
export function useRefocus(): void {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      requestAnimationFrame(() => gone.current && isLost() && focusPage())
    }
  }, [])
}

const isLost = () => !document.activeElement || document.activeElement === document.body

const focusPage = () => document.getElementById('content')?.focus()
