import type { Deps } from '../../../platform/deps.ts'
import { forgetFailures } from '../store.ts'

/** A job: failures that no longer count towards a lock are forgotten; the security log keeps its own record. */
export async function forgetOldFailures(deps: Deps): Promise<void> {
  await forgetFailures(deps.db, await deps.settings.get('login.windowSeconds'))
}
