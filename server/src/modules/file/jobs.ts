import type { Job } from '../../platform/jobs/job.ts'
import { deleteDueFiles, forgetOldUploads, removeStrays } from './service/tidy.ts'

export const fileJobs: Job[] = [
  { name: 'file.deleteDue', every: 'MINUTE', run: deleteDueFiles },
  { name: 'file.forgetOldUploads', every: 'MINUTE', run: forgetOldUploads },
  { name: 'file.removeStrays', every: 'MINUTE', run: (deps) => removeStrays(deps) },
]
