import type { Job } from '../../platform/jobs/job.ts'
import { forgetOldFailures } from './service/guard.ts'

export const staffJobs: Job[] = [
  { name: 'staff.forgetOldFailures', every: 'MINUTE', run: forgetOldFailures },
]
