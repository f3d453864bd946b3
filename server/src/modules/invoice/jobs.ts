import type { Job } from '../../platform/jobs/job.ts'
import { failRefunded } from './service/settle.ts'

export const invoiceJobs: Job[] = [
  { name: 'invoice.failRefunded', every: 'MINUTE', run: failRefunded },
]
