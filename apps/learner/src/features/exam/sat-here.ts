const key = 'exam:sat-here'

/** The attempt that this tab sits. */
interface SatHere {
  attemptId: string
  /** it was handed in: by the person or by the bell, whether that has arrived or not */
  handedIn: boolean
}

/** What this tab sat when its page was loaded anew: the page goes on with it, or shows its result. Null: nothing. */
export function readSatHere(): SatHere | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isSatHere(value) ? value : null
  } catch {
    return null
  }
}

/** Null: the attempt has its result. Without storage a page that is loaded anew asks. */
export function keepSatHere(sat: SatHere | null): void {
  try {
    if (sat) sessionStorage.setItem(key, JSON.stringify(sat))
    else sessionStorage.removeItem(key)
  } catch {
    // storage is off
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
