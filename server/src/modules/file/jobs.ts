import type { Job } from '../../platform/jobs/job.ts'
import { deleteDueFiles, forgetOldUploads } from './service/tidy.ts'

export const fileJobs: Job[] = [
  { name: 'file.deleteDue', every: 'MINUTE', run: deleteDueFiles },
  { name: 'file.forgetOldUploads', every: 'MINUTE', run: forgetOldUploads },
]
