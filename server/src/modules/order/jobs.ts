import type { Job } from '../../platform/jobs/job.ts'
import { expireDue } from './service/expire.ts'
import { retryRefunds } from './service/refund.ts'

export const orderJobs: Job[] = [
  { name: 'order.expireDue', every: 'MINUTE', run: expireDue },
  { name: 'order.retryRefunds', every: 'MINUTE', run: retryRefunds },
]
