import { storedValue } from '../stored.ts'
import { uuid } from '../uuid.ts'

interface Given {
  attemptId: string
  page: string
}

const stored = storedValue('exam:page', (text) => JSON.parse(text) as Given)

/**
 * What this browser's pages of an attempt are called at the server: those that begin in the same moment, before the device's database knows of
 * either, as well. Two numbers would be two devices, and what one seals would not be taken while the other is heard.
 * @param kept with what an earlier page has left here
 */
export function pageNumber(attemptId: string, kept: string | undefined): string {
  const given = stored.get()
  const page = kept ?? (given?.attemptId === attemptId ? given.page : uuid())
  stored.set({ attemptId, page })
  return page
}

/** The attempt is over; or, of none, its student has signed out. */
export function forgetPageNumber(attemptId = stored.get()?.attemptId): void {
  if (stored.get()?.attemptId === attemptId) stored.set(null)
}
