import type { Job } from '../../platform/jobs/job.ts'
import { submitAbandoned } from './service/finish.ts'
import { preparePapers } from './service/prepare.ts'

export const examJobs: Job[] = [
  // people wait for the result: a quarter of a minute, not a whole one
  { name: 'exam.submitAbandoned', every: 'QUARTER_MINUTE', run: submitAbandoned },
  { name: 'exam.preparePapers', every: 'QUARTER_MINUTE', run: preparePapers },
]
