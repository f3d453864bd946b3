import type { Job } from '../../platform/jobs/job.ts'
import { sealDay } from './service.ts'

/** The first minute of a Shanghai day seals it; every later run of the day changes nothing. */
export const hoursJobs: Job[] = [
  { name: 'hours.sealDay', every: 'MINUTE', run: ({ db }) => sealDay(db) },
]
