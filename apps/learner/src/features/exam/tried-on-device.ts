const key = 'exam:sat-here'

interface SatHere {
  attemptId: string
  /** True if the student submitted or the deadline passed, even if the server does not know it yet. */
  handedIn: boolean
}

/** The attempt that was running in this tab before a reload, or null. */
export function readAttemptOfTab(): SatHere | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isSatHere(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Stores the running attempt of this tab; null removes it once it has a result. If storing fails, a reloaded page asks
 * the student.
 */
export function storeAttemptOfTab(sat: SatHere | null): void {
  try {
    if (sat) sessionStorage.setItem(key, JSON.stringify(sat))
    else sessionStorage.removeItem(key)
  } catch {
    // Storing fails when the browser blocks storage.
  }
}

function isSatHere(value: unknown): value is SatHere {
  if (typeof value !== 'object' || value === null) return false
  return (
    'attemptId' in value &&
    typeof value.attemptId === 'string' &&
    'handedIn' in value &&
    typeof value.handedIn === 'boolean'
  )
}
