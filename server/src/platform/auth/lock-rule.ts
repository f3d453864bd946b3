import type { AddressRule, LockRule } from '../db/lockout.ts'
import type { SettingsReader } from '../settings.ts'

/** When wrong passwords lock an account (product §4 Identity), of students, employers and staff alike. */
export async function lockRule(settings: SettingsReader): Promise<LockRule> {
  return (await signInLimits(settings)).lock
}

/** Everything that limits attempts to sign in (decision 066). */
export interface SignInLimits {
  lock: LockRule
  /** failures at one account from which a challenge is asked */
  challenged: number
  address: AddressRule & {
    /** failures from one address from which a challenge is asked */
    challenged: number
  }
}

/** The limits as they are set now. */
export async function signInLimits(settings: SettingsReader): Promise<SignInLimits> {
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
