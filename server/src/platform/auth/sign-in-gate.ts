import { setTimeout as delay } from 'node:timers/promises'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import {
  accountFailureCounter,
  addSignInFailures,
  clearFailureCounter,
  confirmSignInFailures,
  type FailureCounter,
  lockCounter,
  readFailureCounter,
  removeSignInFailures,
} from '../db/lockout.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import type { Visitor } from '../security-log.ts'
import {
  isAddressOverSignInLimit,
  requireAddressBelowLimit,
  runOncePerWindow,
  visitorAddressCounter,
} from './address-limit.ts'
import { issueChallenge, spendChallenge } from './challenges.ts'
import type { KnownAccount, SignInDevice } from './known-device.ts'
import { readSignInLimits, type SignInLimits } from './lock-rule.ts'

export type LockEvent = 'LOCKED' | 'REFUSED'

interface Locking {
  /** The hash under which failures are counted. Unknown names get one too, so that they are limited in the same way. */
  account: Buffer
  locked: 'student.locked' | 'staff.locked'
  record(db: Db, event: LockEvent): Promise<void>
}

export interface SignInInput extends Locking {
  passwordHash: string | undefined
  device: SignInDevice
  visitor: Visitor
  challenge: string | undefined
}

export interface SignInAttempt {
  /** Call this method for a right password. */
  passed(): Promise<void>
  /** Call this method when the attempt must not count. */
  excused(): Promise<void>
  /** Call this method for a wrong password. `write` adds log rows. */
  failed(write?: (tx: Tx) => Promise<void>): Promise<void>
}

/**
 * The attempt counts as a failure before the comparison, so parallel guesses are limited too (decision 066). @throws
 * Refusal `locked` of the attempt, student.challengeRequired, student.challengeInvalid, common.addressLimited.
 */
export async function guardSignIn(deps: Deps, attempt: SignInInput): Promise<SignInAttempt> {
  const { device, challenge, visitor } = attempt
  const limits = await readSignInLimits(deps.settings)
  const deviceId = await device.idAt(knownAccount(attempt))
  const counter = accountFailureCounter(attempt.account, deviceId ? `device ${deviceId}` : 'stranger')
  const address = deviceId ? null : visitorAddressCounter(visitor)
  const state = address && (await requireAddressBelowLimit(deps, address, limits, visitor))
  const suspicious =
    state !== null && (state.failed >= limits.address.challenged || state.everybody >= limits.address.everybody)
  const counters = address ? [counter, address] : [counter]
  const askedFrom = suspicious ? 0 : limits.challenged
  let step = await enter(deps, attempt, { counters, limits, askedFrom })
  if (step === 'ask') {
    // The transaction holds a connection, so the challenge is spent outside of the transaction.
    if (!challenge || !(await spendChallenge(deps.db, deps.keys, challenge))) return askChallenge(deps, challenge)
    step = await enter(deps, attempt, { counters, limits, askedFrom: Number.POSITIVE_INFINITY })
  }
  if (step === 'ask' || step === 'wait') throw new Error('the gate asked twice')
  const gate = gateOf(deps, attempt, counter, step)
  if (address && (await isAddressOverSignInLimit(deps, address, limits))) {
    await gate.excused()
    refuse('common.tooOften', { seconds: 2 })
  }
  return gate
}

/**
 * Attempts to confirm one's own password are counted apart from sign-ins. @throws Refusal `locked` of the attempt.
 */
export async function guardOwnPassword(
  deps: Deps,
  attempt: Locking & { use: 'own password' | 'own code' },
): Promise<SignInAttempt> {
  const limits = await readSignInLimits(deps.settings)
  const counter = accountFailureCounter(attempt.account, attempt.use)
  const asked = { counters: [counter], limits, askedFrom: Number.POSITIVE_INFINITY, waits: true }
  let step = await enter(deps, attempt, asked)
  // Parallel attempts wait until earlier attempts are known to be wrong.
  while (step === 'wait' || step === 'ask') {
    await delay(100)
    step = await enter(deps, attempt, asked)
  }
  return gateOf(deps, attempt, counter, step)
}

interface Entered {
  ids: number[]
  locks: boolean
}

async function enter(
  deps: Deps,
  attempt: Locking,
  {
    counters,
    limits: { lock },
    askedFrom,
    waits = false,
  }: { counters: FailureCounter[]; limits: SignInLimits; askedFrom: number; waits?: boolean },
): Promise<Entered | 'ask' | 'wait'> {
  const [counter] = counters
  if (!counter) throw new Error('an attempt is counted somewhere')
  const step = await inTransaction(deps.db, async (tx) => {
    await lockCounter(tx, counter)
    const { count, lockedSeconds, undecided, newest } = await readFailureCounter(tx, counter, lock)
    if (lockedSeconds > 0) return waits && undecided ? 'wait' : { refused: { lockedSeconds, newest } }
    if (count >= askedFrom) return 'ask'
    const ids = await addSignInFailures(tx, counters)
    return { entered: { ids, locks: count + 1 >= lock.failures } }
  })
  if (typeof step === 'string') return step
  if (step.entered) return step.entered
  const { lockedSeconds, newest } = step.refused
  await runOncePerWindow(deps.db, `locked ${counter.hash.toString('hex')} ${newest}`, lock, () =>
    attempt.record(deps.db, 'REFUSED'),
  )
  return refuse(attempt.locked, { minutes: Math.ceil(lockedSeconds / 60) })
}

function gateOf({ db }: Deps, { record }: Locking, counter: FailureCounter, { ids, locks }: Entered): SignInAttempt {
  return {
    passed: async () => {
      await clearFailureCounter(db, counter)
      await removeSignInFailures(db, ids)
    },
    excused: () => removeSignInFailures(db, ids),
    failed: (write = async () => {}) =>
      inTransaction(db, async (tx) => {
        /**
         * `write` comes first, because its log row locks the student's row, which must be locked before the others
         * (decision 049).
         */
        await write(tx)
        if (locks) await record(tx, 'LOCKED')
        await confirmSignInFailures(tx, ids)
      }),
  }
}

/**
 * An account that does not exist is compared too, with an empty hash, so that the time of the comparison does not
 * reveal it.
 */
function knownAccount({ account, passwordHash = '' }: SignInInput): KnownAccount {
  return { hash: account, passwordHash }
}

export async function requireChallenge(deps: Deps, answer: string | undefined): Promise<void> {
  if (!answer || !(await spendChallenge(deps.db, deps.keys, answer))) await askChallenge(deps, answer)
}

/** The refusal carries the next challenge (docs/rules/accounts.md#sign-in). */
async function askChallenge(deps: Deps, answer: string | undefined): Promise<never> {
  const question = await issueChallenge(deps.db, deps.keys)
  return refuse(answer ? 'student.challengeInvalid' : 'student.challengeRequired', question)
}
