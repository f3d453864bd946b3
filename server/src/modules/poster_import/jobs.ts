import type { Job } from '../../platform/jobs/job.ts'
import { forgetUnusedChecks, resumeStalled } from './service/run.ts'

export const posterImportJobs: Job[] = [
  { name: 'poster_import.resumeStalled', every: 'QUARTER_MINUTE', run: resumeStalled },
  { name: 'poster_import.forgetUnusedChecks', every: 'MINUTE', run: forgetUnusedChecks },
]
