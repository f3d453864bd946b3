import type { Job } from '../../platform/jobs/job.ts'
import { closeDueAccounts } from './service/erase.ts'
import { makeCopies } from './service/make-copy.ts'
import { tellOfTexts } from './service/tell-texts.ts'

export const privacyJobs: Job[] = [
  { name: 'privacy.makeCopies', every: 'QUARTER_MINUTE', run: makeCopies },
  { name: 'privacy.tellOfTexts', every: 'MINUTE', run: tellOfTexts },
  { name: 'privacy.closeDueAccounts', every: 'MINUTE', run: closeDueAccounts },
]
