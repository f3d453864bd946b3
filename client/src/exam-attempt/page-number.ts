import { createStoredValue } from '../stored-value.ts'
import { randomUuid } from '../uuid.ts'

interface Given {
  attemptId: string
  page: string
}

const stored = createStoredValue('exam:page', (text) => JSON.parse(text) as Given)

/**
 * Returns the id that all pages of this browser use for an attempt, because two ids would count as two devices.
 * @param kept id stored by an earlier page
 */
export function attemptPageId(attemptId: string, kept: string | undefined): string {
  const given = stored.get()
  const page = kept ?? (given?.attemptId === attemptId ? given.page : randomUuid())
  stored.set({ attemptId, page })
  return page
}

export function forgetAttemptPageId(attemptId = stored.get()?.attemptId): void {
  if (stored.get()?.attemptId === attemptId) stored.set(null)
}
