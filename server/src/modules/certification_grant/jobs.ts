import type { Job } from '../../platform/jobs/job.ts'
import { removeOldPrints, resumePrints } from './service/draw-print.ts'
import { reissueChanged } from './service/reissue-changed.ts'
import { examineOldProofs, issueWaiting } from './service/waiting.ts'

export const certificationGrantJobs: Job[] = [
  { name: 'certification_grant.resumePrints', every: 'QUARTER_MINUTE', run: resumePrints },
  { name: 'certification_grant.issueWaiting', every: 'QUARTER_MINUTE', run: issueWaiting },
  { name: 'certification_grant.examineOldProofs', every: 'MINUTE', run: examineOldProofs },
  { name: 'certification_grant.removeOldPrints', every: 'MINUTE', run: removeOldPrints },
  { name: 'certification_grant.reissueChanged', every: 'MINUTE', run: reissueChanged },
]
