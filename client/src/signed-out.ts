import { readSession } from './session.ts'

/**
 * Key of a storage item that tells other tabs about a sign-out. The item exists only for a moment, because the tabs
 * need only the event.
 */
const key = 'signed-out'

/**
 * Tells other tabs that a student has signed out. Call this before the session ends, because other tabs could take the
 * end alone for an expired session.
 */
export function broadcastSignedOut(studentId: string): void {
  try {
    localStorage.setItem(key, studentId)
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so no other tab shares the session.
  }
}

/** Calls back when a student has signed out in another tab. */
export function onSignedOutElsewhere(listener: (studentId: string) => void): void {
  globalThis.addEventListener?.('storage', ({ key: changed, newValue }) => {
    if (changed === key && newValue) listener(newValue)
  })
}

/**
 * Returns the set of students whose data this page may store. Students who sign out in another tab are removed from it.
 */
export function trackStudentsAllowedToStore(): Set<string> {
  const students = new Set<string>()
  onSignedOutElsewhere((studentId) => students.delete(studentId))
  // A page restored from the back-forward cache missed these events, so only the signed-in student stays in the set.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (!persisted) return
    const student = readSession()?.userInfo.id
    for (const one of students) if (one !== student) students.delete(one)
  })
  return students
}
