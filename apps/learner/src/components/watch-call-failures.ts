import { watchCalls } from '@ce/client/failures.ts'
import { endSession, readSession } from '@ce/client/session.ts'

/** Time to read the message before the page reloads (docs/rules/screens.md#notices). */
const reloadDelayMs = 2000

/**
 * Shows failed calls. Ends an expired session and reloads the page (docs/rules/screens.md#notices). @returns a function
 * that stops the watch
 */
export function watchStudentCalls(): () => void {
  return watchCalls({
    token: () => readSession()?.token,
    over: () => {
      endSession()
      setTimeout(() => location.reload(), reloadDelayMs)
    },
  })
}
