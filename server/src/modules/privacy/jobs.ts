import type { Job } from '../../platform/jobs/job.ts'
import { closeDueAccounts } from './service/erase.ts'
import { makeCopies } from './service/make-copy.ts'

export const privacyJobs: Job[] = [
  { name: 'privacy.makeCopies', every: 'QUARTER_MINUTE', run: makeCopies },
  { name: 'privacy.closeDueAccounts', every: 'MINUTE', run: closeDueAccounts },
]
