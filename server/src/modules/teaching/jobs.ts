import type { Job } from '../../platform/jobs/job.ts'
import { correctLengths } from './service/correct-lengths.ts'
import { moveWaiting } from './service/move-waiting.ts'

export const teachingJobs: Job[] = [
  // who begins before it is there keeps the older version: soon, not within a minute
  { name: 'teaching.moveWaiting', every: 'QUARTER_MINUTE', run: moveWaiting },
  // somebody may stand at the end of a lesson that is longer than its film
  { name: 'teaching.correctLengths', every: 'QUARTER_MINUTE', run: correctLengths },
]
