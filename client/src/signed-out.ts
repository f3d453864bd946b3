/** It lies there for a moment only: other tabs hear of it, in the order of what is written. */
const key = 'signed-out'

/**
 * Tells the other tabs that this student signs out on this device. Said before the session ends there: that one has ended they hear
 * anyway, but not whether it was the person's wish or has merely lapsed.
 */
export function tellSignedOut(studentId: string): void {
  try {
    localStorage.setItem(key, studentId)
    localStorage.removeItem(key)
  } catch {
    // blocked: then no other tab shares the session
  }
}

/** Calls back, for as long as the page stands, when a student has signed out in another tab. */
export function onSignedOutElsewhere(listener: (studentId: string) => void): void {
  globalThis.addEventListener?.('storage', ({ key: changed, newValue }) => {
    if (changed === key && newValue) listener(newValue)
  })
}
