import { setTimeout as delay } from 'node:timers/promises'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import {
  addFailures,
  type Counter,
  clearCounter,
  counterOf,
  decideFailures,
  lockCounter,
  readCounter,
  removeFailures,
} from '../db/lockout.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import type { Visitor } from '../security-log.ts'
import { addressOf, isBeyondLimit, oncePer, requireRoom } from './address-limit.ts'
import { newChallenge, spendChallenge } from './challenges.ts'
import type { Device, KnownAccount } from './known-device.ts'
import { type SignInLimits, signInLimits } from './lock-rule.ts'

/** What is written down of a lock: that it began, and that somebody came while it lasted (once for each lock). */
export type LockEvent = 'LOCKED' | 'REFUSED'

interface Locking {
  /** see hashOfAccount; of a name that nobody has, too, so that it behaves like a known one */
  account: Buffer
  locked: 'student.locked' | 'staff.locked'
  record(db: Db, event: LockEvent): Promise<void>
}

export interface SignIn extends Locking {
  /** of the account; undefined: there is none */
  passwordHash: string | undefined
  device: Device
  visitor: Visitor
  challenge: string | undefined
}

export interface Gate {
  /** the attempt was right: the failures before it are forgotten */
  passed(): Promise<void>
  /** it was neither right nor wrong: it does not count */
  excused(): Promise<void>
  /** it was wrong and stays counted. `write`: what else is written down with it */
  failed(write?: (tx: Tx) => Promise<void>): Promise<void>
}

/**
 * The gate before the password of a sign-in (decision 066). Five failures in 15 minutes lock the account for 15, from the third attempt a
 * challenge is asked. A device that has signed in to the account counts by itself; all others share one count, and the
 * count of their address. The attempt counts as a failure from here on, under a lock, so that guesses made all at once are not free.
 * @throws Refusal the locked one, student.challengeRequired, student.challengeInvalid, common.addressLimited
 */
export async function openSignInGate(deps: Deps, attempt: SignIn): Promise<Gate> {
  const { device, challenge, visitor } = attempt
  const limits = await signInLimits(deps.settings)
  const deviceId = await device.idAt(knownAccount(attempt))
  const counter = counterOf(attempt.account, deviceId ? `device ${deviceId}` : 'stranger')
  const address = deviceId ? null : addressOf(visitor)
  const state = address && (await requireRoom(deps, address, limits, visitor))
  const suspicious =
    state !== null &&
    (state.failed >= limits.address.challenged || state.everybody >= limits.address.everybody)
  const counters = address ? [counter, address] : [counter]
  const askedFrom = suspicious ? 0 : limits.challenged
  let step = await enter(deps, attempt, { counters, limits, askedFrom })
  if (step === 'ask') {
    // spent only when it is asked for, and outside of the transaction: that holds a connection already
    if (!challenge || !(await spendChallenge(deps.db, deps.keys, challenge)))
      return askChallenge(deps, challenge)
    step = await enter(deps, attempt, { counters, limits, askedFrom: Number.POSITIVE_INFINITY })
  }
  if (step === 'ask' || step === 'wait') throw new Error('the gate asked twice')
  const gate = gateOf(deps, attempt, counter, step)
  if (address && (await isBeyondLimit(deps, address, limits))) {
    await gate.excused()
    refuse('common.tooOften', { seconds: 2 })
  }
  return gate
}

/**
 * The gate before a signed-in person's own password or code: counted apart from sign-ins, without challenge and address. `use` keeps
 * the counts of passwords and codes apart. @throws Refusal the locked one
 */
export async function openOwnGate(
  deps: Deps,
  attempt: Locking & { use: 'own password' | 'own code' },
): Promise<Gate> {
  const limits = await signInLimits(deps.settings)
  const counter = counterOf(attempt.account, attempt.use)
  const asked = { counters: [counter], limits, askedFrom: Number.POSITIVE_INFINITY, waits: true }
  let step = await enter(deps, attempt, asked)
  // whoever sends their own password many times at once is told of a lock only once it is known that they were wrong
  while (step === 'wait' || step === 'ask') {
    await delay(100)
    step = await enter(deps, attempt, asked)
  }
  return gateOf(deps, attempt, counter, step)
}

interface Entered {
  /** of this attempt: under its counter, and under its address */
  ids: number[]
  /** it is the last that its counter takes */
  locks: boolean
}

/** Counts an attempt, unless its counter is locked or asks for something first. The transaction only counts. */
async function enter(
  deps: Deps,
  attempt: Locking,
  {
    counters,
    limits: { lock },
    askedFrom,
    waits = false,
  }: { counters: Counter[]; limits: SignInLimits; askedFrom: number; waits?: boolean },
): Promise<Entered | 'ask' | 'wait'> {
  const [counter] = counters
  if (!counter) throw new Error('an attempt is counted somewhere')
  const step = await inTransaction(deps.db, async (tx) => {
    await lockCounter(tx, counter)
    const { count, lockedSeconds, undecided, newest } = await readCounter(tx, counter, lock)
    if (lockedSeconds > 0)
      return waits && undecided ? 'wait' : { refused: { lockedSeconds, newest } }
    if (count >= askedFrom) return 'ask'
    const ids = await addFailures(tx, counters)
    return { entered: { ids, locks: count + 1 >= lock.failures } }
  })
  if (typeof step === 'string') return step
  if (step.entered) return step.entered
  const { lockedSeconds, newest } = step.refused
  await oncePer(deps.db, `locked ${counter.hash.toString('hex')} ${newest}`, lock, () =>
    attempt.record(deps.db, 'REFUSED'),
  )
  return refuse(attempt.locked, { minutes: Math.ceil(lockedSeconds / 60) })
}

function gateOf(
  { db }: Deps,
  { record }: Locking,
  counter: Counter,
  { ids, locks }: Entered,
): Gate {
  return {
    passed: async () => {
      await clearCounter(db, counter)
      await removeFailures(db, ids)
    },
    excused: () => removeFailures(db, ids),
    failed: (write = async () => {}) =>
      inTransaction(db, async (tx) => {
        // a log row holds its student's row: that comes first, as where staff open a lock (decision 049)
        await write(tx)
        if (locks) await record(tx, 'LOCKED')
        await decideFailures(tx, ids)
      }),
  }
}

/** Without an account something is compared all the same: the time tells nothing. */
function knownAccount({ account, passwordHash = '' }: SignIn): KnownAccount {
  return { hash: account, passwordHash }
}

/** Refuses unless a fresh, right, unused answer came along. */
export async function requireChallenge(deps: Deps, answer: string | undefined): Promise<void> {
  if (!answer || !(await spendChallenge(deps.db, deps.keys, answer)))
    await askChallenge(deps, answer)
}

/** The refusal brings the next question along (product §4). */
async function askChallenge(deps: Deps, answer: string | undefined): Promise<never> {
  const question = await newChallenge(deps.db, deps.keys)
  return refuse(answer ? 'student.challengeInvalid' : 'student.challengeRequired', question)
}
