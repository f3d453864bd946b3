import type { Job } from '../../platform/jobs/job.ts'
import { moveWaiting } from './service/move-waiting.ts'

export const teachingJobs: Job[] = [
  // who begins before it is there keeps the older version: soon, not within a minute
  { name: 'teaching.moveWaiting', every: 'QUARTER_MINUTE', run: moveWaiting },
]
