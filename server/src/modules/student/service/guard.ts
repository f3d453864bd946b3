import { createHash } from 'node:crypto'
import { spendChallenge } from '../../../platform/auth/challenges.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { addFailure, clearFailures, countFailures } from '../store.ts'

/**
 * The gate before any password check (product §4 Identity): five failures in 15 minutes lock the account string,
 * from the third attempt a challenge is asked (`challenged` false: never, a signed-in student checks their own).
 * It keys on the submitted string, so unknown accounts behave alike.
 */
export async function openGate(
  deps: Deps,
  account: string,
  challenge: string | undefined,
  challenged = true,
) {
  const settings = await deps.settings.all()
  const key = createHash('sha256').update(account.toUpperCase()).digest()
  const { count, leftSeconds } = await countFailures(deps.db, key, settings['login.windowSeconds'])
  if (count >= settings['login.failuresToLock'])
    refuse('student.locked', { minutes: Math.max(1, Math.ceil(leftSeconds / 60)) })
  if (challenged && count >= settings['login.failuresToChallenge'])
    await requireChallenge(deps, challenge)
  return {
    failed: () => addFailure(deps.db, key),
    passed: () => clearFailures(deps.db, key),
  }
}

/** Refuses unless a fresh, right, unused answer came along. */
export async function requireChallenge(deps: Deps, answer: string | undefined): Promise<void> {
  if (!answer) refuse('student.challengeRequired')
  if (!(await spendChallenge(deps.db, deps.keys, answer))) refuse('student.challengeInvalid')
}
