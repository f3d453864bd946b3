import type { Job } from '../../platform/jobs/job.ts'
import { forgetOldRefusals } from './service/refusals.ts'

export const studyJobs: Job[] = [
  { name: 'study.forgetOldRefusals', every: 'MINUTE', run: forgetOldRefusals },
]
