import type { Job } from '../../platform/jobs/job.ts'
import { forgetLists, tellNamed } from './service/tell.ts'

export const invitationJobs: Job[] = [
  { name: 'invitation.tellNamed', every: 'QUARTER_MINUTE', run: tellNamed },
  { name: 'invitation.forgetLists', every: 'MINUTE', run: (deps) => forgetLists(deps) },
]
