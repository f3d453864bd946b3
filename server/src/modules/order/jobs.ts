import type { Job } from '../../platform/jobs/job.ts'
import { checkOwnChannels } from './service/check-channel.ts'
import { expireDue } from './service/expire.ts'
import { checkAllMoney, reconcile } from './service/reconcile.ts'
import { retryRefunds } from './service/refund.ts'

export const orderJobs: Job[] = [
  { name: 'order.checkOwnChannels', every: 'PULSE', run: checkOwnChannels },
  { name: 'order.expireDue', every: 'MINUTE', run: expireDue },
  { name: 'order.retryRefunds', every: 'MINUTE', run: retryRefunds },
  { name: 'order.reconcile', every: 'MINUTE', run: reconcile },
  { name: 'order.checkAllMoney', every: 'MINUTE', run: checkAllMoney },
]
