import type { AddressRule, LockRule } from '../db/lockout.ts'
import type { SettingsReader } from '../settings.ts'

/** The sign-in lock rule is the same for students, employers and staff (docs/rules/accounts.md#sign-in). */
export async function readAccountLockRule(settings: SettingsReader): Promise<LockRule> {
  return (await readSignInLimits(settings)).lock
}

/** All limits on sign-in attempts (decision 066). */
export interface SignInLimits {
  lock: LockRule
  /** Failures at one account after which a challenge is required. */
  challenged: number
  address: AddressRule & {
    /** Failures from one address after which a challenge is required. */
    challenged: number
  }
}

export async function readSignInLimits(settings: SettingsReader): Promise<SignInLimits> {
  const now = await settings.all()
  const windowSeconds = now['login.windowSeconds']
  return {
    lock: { failures: now['login.failuresToLock'], windowSeconds },
    challenged: now['login.failuresToChallenge'],
    address: {
      windowSeconds,
      challenged: now['login.addressFailuresToChallenge'],
      refused: now['login.addressFailuresToRefuse'],
      everybody: now['login.allFailuresToChallenge'],
    },
  }
}
