import { useEffect, useRef } from 'react'

/** What is asked before a page is left on which something would be lost. */
export interface LeaveQuestion {
  title: string
  /** what is lost */
  text: string
  stay: string
  leave: string
}

const asked = new Set<() => LeaveQuestion | null>()

const askedOnUnload = new Set<() => LeaveQuestion | null>()

/**
 * As long as the component stands: `ask` gives what is asked before the page is left, null when nothing would be lost.
 * @param onUnload the browser asks too, before the tab is closed or loaded again
 */
export function useLeaveQuestion(ask: () => LeaveQuestion | null, onUnload = true): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    const one = () => latest.current()
    asked.add(one)
    if (onUnload) askedOnUnload.add(one)
    addEventListener('beforeunload', askOnUnload)
    return () => {
      asked.delete(one)
      askedOnUnload.delete(one)
      if (asked.size === 0) removeEventListener('beforeunload', askOnUnload)
    }
  }, [onUnload])
}

/** The first question that stands now, for the one place that blocks navigations; null: the page may be left. */
export function leaveQuestion(): LeaveQuestion | null {
  return firstOf(asked)
}

function firstOf(asking: Set<() => LeaveQuestion | null>): LeaveQuestion | null {
  for (const ask of asking) {
    const question = ask()
    if (question) return question
  }
  return null
}

/** In the browser's own words. */
function askOnUnload(event: BeforeUnloadEvent): void {
  if (!firstOf(askedOnUnload)) return
  event.preventDefault()
  // Chrome before 119 asks for this alone
  event.returnValue = true
}
