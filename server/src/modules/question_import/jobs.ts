import type { Job } from '../../platform/jobs/job.ts'
import { forgetOld, resumeStalled } from './service/check.ts'

export const questionImportJobs: Job[] = [
  { name: 'question_import.resumeStalled', every: 'QUARTER_MINUTE', run: resumeStalled },
  { name: 'question_import.forgetOldImports', every: 'MINUTE', run: forgetOld },
]
