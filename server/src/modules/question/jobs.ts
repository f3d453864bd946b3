import type { Job } from '../../platform/jobs/job.ts'
import { countSittings } from './service/statistics.ts'

export const questionJobs: Job[] = [
  { name: 'question.countSittings', every: 'MINUTE', run: countSittings },
]
