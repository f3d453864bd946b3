import type { Job } from '../../platform/jobs/job.ts'
import { deleteDueFiles } from './service.ts'

export const fileJobs: Job[] = [{ name: 'file.deleteDue', every: 'MINUTE', run: deleteDueFiles }]
