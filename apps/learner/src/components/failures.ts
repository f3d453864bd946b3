import { watchCalls } from '@ce/client/failures.ts'
import { endSession, readSession } from '@ce/client/session.ts'

/** specification §9 */
const reloadDelayMs = 2000

/** Failed calls are told; an expired session is closed and the page reloaded (specification §8). @returns stops it */
export function watchStudentCalls(): () => void {
  return watchCalls({
    token: () => readSession()?.token,
    over: () => {
      endSession()
      setTimeout(() => location.reload(), reloadDelayMs)
    },
  })
}
