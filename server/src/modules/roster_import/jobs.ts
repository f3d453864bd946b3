import type { Job } from '../../platform/jobs/job.ts'
import { forgetOldImports, resumeStalled } from './service/check.ts'

export const rosterImportJobs: Job[] = [
  { name: 'roster_import.resumeStalled', every: 'QUARTER_MINUTE', run: resumeStalled },
  { name: 'roster_import.forgetOldImports', every: 'MINUTE', run: forgetOldImports },
]
