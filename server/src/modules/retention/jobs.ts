import type { Job } from '../../platform/jobs/job.ts'
import { runRules } from './service/run.ts'

export const retentionJobs: Job[] = [
  { name: 'retention.run', every: 'MINUTE', run: (deps) => runRules(deps) },
]
