import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import { listTrialYears } from '../../catalogue/service.ts'
import { lateCreditActorName, lockLedger } from '../../credits/hours/service.ts'
import { lockSigns } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { hoursCreditedLateMessage } from '../messages.ts'
import { listPassesOfSigns, listSignsMissingHours } from '../store/move-attempts.ts'
import { creditPasses } from './finish.ts'

/**
 * Credits passed attempts that got no hours during the refund. Runs in the transaction of the payment, which locked the
 * signs.
 */
export async function creditPassesAfterRepayment(tx: Tx, deps: Deps, signIds: string[]): Promise<void> {
  await creditPasses(tx, deps, await listPassesOfSigns(tx, signIds))
}

/**
 * Credits passed attempts of years that were refunded and paid again before payments started to credit such attempts
 * themselves. One failure does not stop the others.
 * @returns number of signs
 */
export async function creditMissedHours(deps: Deps, stopping?: AbortSignal, batch = 100): Promise<number> {
  const job = 'exam.creditMissedHours'
  let credited = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (let full = true; full; ) {
    const items = await listSignsMissingHours(deps.db, { job, after, limit: batch })
    const { done } = await sweepItemsOneByOne(deps.db, {
      job,
      items,
      subjectOf: (signId) => signId,
      work: (signId) => creditMissed(deps, signId),
      goesOn: continueUntilStopped(stopping),
    })
    credited += done
    after = items.at(-1) ?? after
    full = items.length === batch
  }
  return credited
}

/** Returns false when the sign has no missing hours any more. */
function creditMissed(deps: Deps, signId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const [sign] = await lockSigns(tx, [signId])
    if (!sign?.paidAt) return false
    const { studentId, paidAt } = sign
    await lockLedger(tx, studentId)
    if (!(await holdOpenAccounts(tx, [studentId])).has(studentId)) return false
    const passes = await listPassesOfSigns(tx, [signId])
    const added = await creditPasses(tx, deps, passes, lateCreditActorName(paidAt))
    const trials = await listTrialYears(
      tx,
      added.map(({ year }) => year),
    )
    for (const entry of added) {
      const { sourceId, year, hours: tenths } = entry
      const detail = { studentId, signId, year, tenths, paidAt }
      const what = { actor: 'system', action: 'exam.creditedLate' } as const
      await audit(tx, { ...what, subject: sourceId, detail })
      await notify(tx, hoursCreditedLateMessage(studentId, { ...entry, trial: trials.has(year) }))
    }
    return added.length > 0
  })
}
