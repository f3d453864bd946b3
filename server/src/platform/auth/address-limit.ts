import { neighbourhood } from '../client-ip.ts'
import { appNow, type Db } from '../db/database.ts'
import {
  type AddressState,
  addFailures,
  type Counter,
  counterOfAddress,
  decideFailures,
  readAddress,
  removeFailures,
} from '../db/lockout.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { securityEvent, type Visitor } from '../security-log.ts'
import { spendOnce } from './challenges.ts'
import { type SignInLimits, signInLimits } from './lock-rule.ts'

/** an address whose limit is reached only by attempts under way is told to come back when they are over */
const momentSeconds = 2

/** The counter of where a visitor is: one address, or one household's of IPv6. */
export function addressOf({ ip }: Visitor): Counter {
  return counterOfAddress(neighbourhood(ip))
}

/** Refuses an address from which too many wrong passwords came, over all accounts. @throws 429 common.addressLimited, common.tooOften */
export async function requireRoom(
  deps: Deps,
  address: Counter,
  { address: rule }: SignInLimits,
  visitor: Visitor,
): Promise<AddressState> {
  const state = await readAddress(deps.db, address, rule)
  if (state.failed >= rule.refused) {
    const now = Math.floor((await appNow(deps.db)).getTime() / 1000)
    const window = Math.floor(now / rule.windowSeconds)
    await oncePer(deps.db, `address ${address.hash.toString('hex')} ${window}`, rule, () =>
      securityEvent(deps.db, { ...visitor, studentId: null, event: 'ADDRESS_REFUSED' }),
    )
    const seconds = Math.max(1, state.secondsLeft)
    refuse('common.addressLimited', { seconds, minutes: Math.ceil(seconds / 60) })
  }
  if (state.count >= rule.refused) refuse('common.tooOften', { seconds: momentSeconds })
  return state
}

/**
 * Whether attempts that were counted are too many, looked at once they are: of any number made at once no more are compared than
 * the limit allows, without a lock that others would wait for.
 */
export async function isBeyondLimit(
  deps: Deps,
  address: Counter,
  { address: rule }: SignInLimits,
): Promise<boolean> {
  return (await readAddress(deps.db, address, rule)).count > rule.refused
}

/** What may be tried so often from one address only, besides passwords: numbers that somebody may have registered. */
export async function openAddressGate(deps: Deps, visitor: Visitor) {
  const limits = await signInLimits(deps.settings)
  const address = addressOf(visitor)
  await requireRoom(deps, address, limits, visitor)
  const ids = await addFailures(deps.db, [address])
  const excused = () => removeFailures(deps.db, ids)
  if (await isBeyondLimit(deps, address, limits)) {
    await excused()
    refuse('common.tooOften', { seconds: momentSeconds })
  }
  return { failed: () => decideFailures(deps.db, ids), excused }
}

/** Writes something down once within a window, however often and wherever it happens. */
export async function oncePer(
  db: Db,
  name: string,
  { windowSeconds }: { windowSeconds: number },
  write: () => Promise<void>,
): Promise<void> {
  const expiresAt = new Date((await appNow(db)).getTime() + windowSeconds * 1000)
  if (await spendOnce(db, name, expiresAt)) await write()
}
