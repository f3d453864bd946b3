import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newChallenge, spendChallenge } from '../../../platform/auth/challenges.ts'
import { lockRule } from '../../../platform/auth/lock-rule.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { addFailure, clearFailures, countFailures, lockAccount } from '../store.ts'

interface Gate {
  /** the string that was submitted: unknown accounts behave like known ones */
  account: string
  challenge?: string | undefined
  /** false: a signed-in student checks their own password, no challenge is asked */
  challenged: boolean
}

/**
 * Attempts this young may be still looked at, and right: whoever sends their own password many times at once is not told
 * of wrong ones, but waits until it is known which they were.
 */
const checkedWithinSeconds = 2

/**
 * The gate before any password check (product §4 Identity): five failures in 15 minutes lock the account string
 * for 15, from the third attempt a challenge is asked. The attempt counts as a failure from here on, under a lock, so that
 * guesses made all at once are not free; `passed` takes it back.
 */
export async function openGate(deps: Deps, gate: Gate): Promise<{ passed(): Promise<void> }> {
  const rule = await lockRule(deps.settings)
  const failuresToChallenge = await deps.settings.get('login.failuresToChallenge')
  const key = keyOf(gate.account)
  const answered = gate.challenge ? await isRightAnswer(deps, gate.challenge) : false
  // the transaction only counts: what waits for a second connection while it holds one can wait for ever
  const enter = () =>
    inTransaction(deps.db, async (tx) => {
      await lockAccount(tx, key)
      const { count, lockedSeconds } = await countFailures(tx, key, rule)
      if (lockedSeconds > 0) {
        const age = rule.windowSeconds - lockedSeconds
        if (!gate.challenged && age < checkedWithinSeconds) return 'wait'
        refuse('student.locked', { minutes: Math.ceil(lockedSeconds / 60) })
      }
      if (gate.challenged && count >= failuresToChallenge && !answered) return 'ask'
      await addFailure(tx, key)
      return 'in'
    })
  let step = await enter()
  while (step === 'wait') {
    await delay(100)
    step = await enter()
  }
  if (step === 'ask') await askChallenge(deps, gate.challenge)
  return { passed: () => clearFailures(deps.db, key) }
}

/** what the table knows an account string by */
function keyOf(account: string): Buffer {
  return createHash('sha256').update(account.toUpperCase()).digest()
}

/** A signed-in student's own checks are counted under a name that no login can submit: NUL is refused at the door. */
export function ownAccount(studentId: string): string {
  return `own\0${studentId}`
}

/** Every string failures of this person are counted under. */
function accountsOf({ id, phone, idNo }: { id: string; phone: string; idNo: string }): string[] {
  return [phone, idNo, ownAccount(id)]
}

/** How near an account is to a lock: the most failures of one string, and the minutes left when that locks it. */
export async function lockOf(deps: Deps, row: { id: string; phone: string; idNo: string }) {
  const rule = await lockRule(deps.settings)
  const counts = await Promise.all(
    accountsOf(row).map((account) => countFailures(deps.db, keyOf(account), rule)),
  )
  return {
    failures: Math.max(...counts.map(({ count }) => count)),
    lockedMinutes: Math.max(...counts.map(({ lockedSeconds }) => Math.ceil(lockedSeconds / 60))),
  }
}

/** Forgets a person's failures: a lock opens. */
export async function openLocks(
  tx: Tx,
  row: { id: string; phone: string; idNo: string },
): Promise<void> {
  for (const account of accountsOf(row)) await openLock(tx, account)
}

/** The same of one account string. */
export async function openLock(tx: Tx, account: string): Promise<void> {
  // an attempt under way writes its failure before or after, never in between
  await lockAccount(tx, keyOf(account))
  await clearFailures(tx, keyOf(account))
}

/** Refuses unless a fresh, right, unused answer came along. */
export async function requireChallenge(deps: Deps, answer: string | undefined): Promise<void> {
  if (!answer || !(await isRightAnswer(deps, answer))) await askChallenge(deps, answer)
}

function isRightAnswer(deps: Deps, answer: string): Promise<boolean> {
  return spendChallenge(deps.db, deps.keys, answer)
}

/** The refusal brings the next question along (product §4). */
async function askChallenge(deps: Deps, answer: string | undefined): Promise<never> {
  const question = await newChallenge(deps.db, deps.keys)
  return refuse(answer ? 'student.challengeInvalid' : 'student.challengeRequired', question)
}
