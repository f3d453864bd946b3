import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { trialYears } from '../../catalogue/service.ts'
import { lateActor, lockLedger } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { lockSigns } from '../../sign/service.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { creditedLateMessage } from '../messages.ts'
import { listPassesOfSigns, listSignsMissingHours } from '../store/merged.ts'
import { creditPasses } from './finish.ts'

/**
 * The hours of what was passed while the money of these signs was back – answers that were sealed before, a sitting begun in the moment of the
 * refund: it had given none then. Part of the payment's transaction, which holds the signs and has made them paid.
 */
export async function creditPaidAnew(tx: Tx, deps: Deps, signIds: string[]): Promise<void> {
  await creditPasses(tx, deps, await listPassesOfSigns(tx, signIds))
}

/**
 * A job: the same for years that were paid anew before payments did so, whose courses stand as passed with no hours and cannot be sat again.
 * A proof prints the day of that payment, as it would have (`firstCredits`). One that fails hinders no other. @returns of how many signs
 */
export async function creditMissedHours(
  deps: Deps,
  stopping?: AbortSignal,
  batch = 100,
): Promise<number> {
  const job = 'exam.creditMissedHours'
  let credited = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (let full = true; full; ) {
    const items = await listSignsMissingHours(deps.db, { job, after, limit: batch })
    const { done } = await sweepEach(deps.db, {
      job,
      items,
      subjectOf: (signId) => signId,
      work: (signId) => creditMissed(deps, signId),
      goesOn: goesOnUntil(stopping),
    })
    credited += done
    after = items.at(-1) ?? after
    full = items.length === batch
  }
  return credited
}

/** False: nothing is missing any more – given back, voided or closed meanwhile, or credited by another process. */
function creditMissed(deps: Deps, signId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const [sign] = await lockSigns(tx, [signId])
    if (!sign?.paidAt) return false
    const { studentId, paidAt } = sign
    await lockLedger(tx, studentId)
    if (!(await holdOpenAccounts(tx, [studentId])).has(studentId)) return false
    const passes = await listPassesOfSigns(tx, [signId])
    const added = await creditPasses(tx, deps, passes, lateActor(paidAt))
    const trials = await trialYears(
      tx,
      added.map(({ year }) => year),
    )
    for (const entry of added) {
      const { sourceId, year, hours: tenths } = entry
      const detail = { studentId, signId, year, tenths, paidAt }
      const what = { actor: 'system', action: 'exam.creditedLate' } as const
      await audit(tx, { ...what, subject: sourceId, detail })
      await notify(tx, creditedLateMessage(studentId, { ...entry, trial: trials.has(year) }))
    }
    return added.length > 0
  })
}
