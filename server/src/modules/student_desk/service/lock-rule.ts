import type { Deps } from '../../../platform/deps.ts'
import type { LockRule } from '../store/desk.ts'

/** When wrong passwords lock an account string (product §4 Identity). */
export async function lockRule({ settings }: Pick<Deps, 'settings'>): Promise<LockRule> {
  const { 'login.failuresToLock': failures, 'login.windowSeconds': windowSeconds } =
    await settings.all()
  return { failures, windowSeconds }
}
