import { useEffect, useRef } from 'react'

/** The focus goes to the page when what had it is gone: a row that was removed, a bar that closed with its dialog. */
export function refocus(): void {
  const at = document.activeElement
  // on nothing, or still in the dialog that is about to go
  if (!at || at === document.body || at.closest('[role="dialog"]'))
    document.getElementById('content')?.focus()
}

/** For a dialog: what opened it may be gone with what it did, and the dialog with it. */
export function useRefocus(): void {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      requestAnimationFrame(() => gone.current && refocus())
    }
  }, [])
}
