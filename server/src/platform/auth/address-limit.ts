import { toAddressOrNetwork } from '../client-ip.ts'
import { appNow, type Db } from '../db/database.ts'
import {
  type AddressFailureState,
  addressFailureCounter,
  addSignInFailures,
  confirmSignInFailures,
  type FailureCounter,
  readAddressFailures,
  removeSignInFailures,
} from '../db/lockout.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { recordSecurityEvent, type Visitor } from '../security-log.ts'
import { spendToken } from './challenges.ts'
import { readSignInLimits, type SignInLimits } from './lock-rule.ts'

/** Seconds to wait when unfinished sign-in attempts alone reach the limit of an address. */
const momentSeconds = 2

/** All IPv6 addresses of one household share one counter. */
export function visitorAddressCounter({ ip }: Visitor): FailureCounter {
  return addressFailureCounter(toAddressOrNetwork(ip))
}

/** @throws Refusal 429 common.addressLimited, common.tooOften. */
export async function requireAddressBelowLimit(
  deps: Deps,
  address: FailureCounter,
  { address: rule }: SignInLimits,
  visitor: Visitor,
): Promise<AddressFailureState> {
  const state = await readAddressFailures(deps.db, address, rule)
  if (state.failed >= rule.refused) {
    const now = Math.floor((await appNow(deps.db)).getTime() / 1000)
    const window = Math.floor(now / rule.windowSeconds)
    await runOncePerWindow(deps.db, `address ${address.hash.toString('hex')} ${window}`, rule, () =>
      recordSecurityEvent(deps.db, { ...visitor, studentId: null, event: 'ADDRESS_REFUSED' }),
    )
    const seconds = Math.max(1, state.secondsLeft)
    refuse('common.addressLimited', { seconds, minutes: Math.ceil(seconds / 60) })
  }
  if (state.count >= rule.refused) refuse('common.tooOften', { seconds: momentSeconds })
  return state
}

/** The limit is checked after an attempt is counted, so parallel attempts cannot exceed it. */
export async function isAddressOverSignInLimit(
  deps: Deps,
  address: FailureCounter,
  { address: rule }: SignInLimits,
): Promise<boolean> {
  return (await readAddressFailures(deps.db, address, rule)).count > rule.refused
}

/** Limits how often one address may find out which phone or ID numbers are registered. */
export async function guardAddressLookups(deps: Deps, visitor: Visitor) {
  const limits = await readSignInLimits(deps.settings)
  const address = visitorAddressCounter(visitor)
  await requireAddressBelowLimit(deps, address, limits, visitor)
  const ids = await addSignInFailures(deps.db, [address])
  const excused = () => removeSignInFailures(deps.db, ids)
  if (await isAddressOverSignInLimit(deps, address, limits)) {
    await excused()
    refuse('common.tooOften', { seconds: momentSeconds })
  }
  return { failed: () => confirmSignInFailures(deps.db, ids), excused }
}

export async function runOncePerWindow(
  db: Db,
  name: string,
  { windowSeconds }: { windowSeconds: number },
  write: () => Promise<void>,
): Promise<void> {
  const expiresAt = new Date((await appNow(db)).getTime() + windowSeconds * 1000)
  if (await spendToken(db, name, expiresAt)) await write()
}
