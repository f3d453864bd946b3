import type { Job } from '../../platform/jobs/job.ts'
import { checkBanks } from './service/check-banks.ts'
import { countSittings } from './service/statistics.ts'

export const questionJobs: Job[] = [
  { name: 'question.countSittings', every: 'MINUTE', run: countSittings },
  { name: 'question.checkBanks', every: 'QUARTER_MINUTE', run: checkBanks },
]
