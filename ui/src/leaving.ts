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

/** As long as the component stands: `ask` gives what is asked before the page is left, null when nothing would be lost. */
export function useLeaveQuestion(ask: () => LeaveQuestion | null): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    const one = () => latest.current()
    asked.add(one)
    addEventListener('beforeunload', onUnload)
    return () => {
      asked.delete(one)
      if (asked.size === 0) removeEventListener('beforeunload', onUnload)
    }
  }, [])
}

/** The first question that stands now, for the one place that blocks navigations; null: the page may be left. */
export function leaveQuestion(): LeaveQuestion | null {
  for (const ask of asked) {
    const question = ask()
    if (question) return question
  }
  return null
}

/** The tab is closed or loaded again: the browser asks in its own words. */
function onUnload(event: BeforeUnloadEvent): void {
  if (leaveQuestion()) event.preventDefault()
}
