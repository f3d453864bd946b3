import type { LockRule } from '../db/lockout.ts'
import type { SettingsReader } from '../settings.ts'

/** When wrong passwords lock an account string (product §4 Identity), of students, employers and staff alike. */
export async function lockRule(settings: SettingsReader): Promise<LockRule> {
  const { 'login.failuresToLock': failures, 'login.windowSeconds': windowSeconds } =
    await settings.all()
  return { failures, windowSeconds }
}
