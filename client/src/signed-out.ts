import { readSession } from './session.ts'

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

/** Those for whom this page may keep something on the device: each until they sign out there, in another tab, too. */
export function untilSignedOut(): Set<string> {
  const students = new Set<string>()
  onSignedOutElsewhere((studentId) => students.delete(studentId))
  // a page that was put aside heard nothing meanwhile; what it had to say it has left as it went
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (!persisted) return
    const student = readSession()?.userInfo.id
    for (const one of students) if (one !== student) students.delete(one)
  })
  return students
}
