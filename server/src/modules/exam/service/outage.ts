import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { beatPulse, creditSilence, isSilent } from '../store/outage.ts'

/** the processes that give signs of life: where nobody does, silence says nothing */
const keepers = new WeakSet<Deps>()

/** Credits our own silence back, if there was one, then gives a sign of life. Comes before anything ends an attempt. */
export async function keepPulse(deps: Deps): Promise<void> {
  keepers.add(deps)
  await creditOutage(deps)
  await beatPulse(deps.db)
}

/** For whoever comes before the next sign of life and is about to end an attempt. */
export async function creditOutage(deps: Deps): Promise<void> {
  if (!keepers.has(deps)) return
  const seconds = await deps.settings.get('exam.outageSeconds')
  if (!(await isSilent(deps.db, seconds))) return
  await inTransaction(deps.db, async (tx) => {
    for (const { attemptId, seconds: credited } of await creditSilence(tx, seconds))
      await audit(tx, {
        actor: 'system',
        action: 'exam.timeCredited',
        subject: attemptId,
        detail: { seconds: credited },
      })
    await beatPulse(tx)
  })
}
