import type { Job } from '../../platform/jobs/job.ts'
import { renewWanted } from './service.ts'

export const statisticsJobs: Job[] = [
  { name: 'statistics.renew', every: 'MINUTE', run: renewWanted },
]
