import type { Job } from '../../platform/jobs/job.ts'
import { forgetOldFailures } from './service/forget.ts'

export const studentJobs: Job[] = [
  { name: 'student.forgetOldFailures', every: 'MINUTE', run: forgetOldFailures },
]
