import { useEffect, useRef } from 'react'

export interface LeaveQuestion {
  title: string
  text: string
  stay: string
  leave: string
}

const asked = new Set<() => LeaveQuestion | null>()

const askedOnUnload = new Set<() => LeaveQuestion | null>()

/** `ask` returns null when nothing would be lost. @param onUnload also ask before the tab is closed */
export function useLeaveConfirmation(ask: () => LeaveQuestion | null, onUnload = true): void {
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

/** Returns the first question that applies now, or null. */
export function currentLeaveQuestion(): LeaveQuestion | null {
  return firstOf(asked)
}

function firstOf(asking: Set<() => LeaveQuestion | null>): LeaveQuestion | null {
  for (const ask of asking) {
    const question = ask()
    if (question) return question
  }
  return null
}

/** Browsers show their own text instead of the question's. */
function askOnUnload(event: BeforeUnloadEvent): void {
  if (!firstOf(askedOnUnload)) return
  event.preventDefault()
  // Chrome before 119 needs this assignment, and other browsers ignore it.
  event.returnValue = true
}
