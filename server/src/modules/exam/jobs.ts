import type { Deps } from '../../platform/deps.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { submitAbandoned } from './service/finish.ts'
import { creditOutage, keepPulse } from './service/outage.ts'
import { creditMissedHours } from './service/paid-anew.ts'
import { preparePapers } from './service/prepare.ts'
import { regradePapers } from './service/regrade-papers.ts'

export const examJobs: Job[] = [
  { name: 'exam.keepPulse', every: 'PULSE', run: keepPulse },
  // people wait for the result: a quarter of a minute, not a whole one
  { name: 'exam.submitAbandoned', every: 'QUARTER_MINUTE', run: sweep },
  { name: 'exam.preparePapers', every: 'QUARTER_MINUTE', run: preparePapers },
  // staff look at how far it is
  { name: 'exam.regradePapers', every: 'QUARTER_MINUTE', run: regradePapers },
  { name: 'exam.creditMissedHours', every: 'MINUTE', run: creditMissedHours },
]

/** Time that we took from candidates goes back before anybody's time is up. */
async function sweep(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await creditOutage(deps)
  await submitAbandoned(deps, stopping)
}
