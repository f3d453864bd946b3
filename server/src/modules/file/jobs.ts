import type { Job } from '../../platform/jobs/job.ts'
import { readFilms } from './service/read-films.ts'
import { deleteDueFiles, forgetOldUploads, removeStrays } from './service/tidy.ts'
import { lookIntoReports, verifyNext, verifySample } from './service/verify.ts'

export const fileJobs: Job[] = [
  { name: 'file.deleteDue', every: 'MINUTE', run: deleteDueFiles },
  { name: 'file.forgetOldUploads', every: 'MINUTE', run: forgetOldUploads },
  { name: 'file.verifySample', every: 'PULSE', run: verifySample },
  { name: 'file.lookIntoReports', every: 'PULSE', run: lookIntoReports },
  { name: 'file.readFilms', every: 'MINUTE', run: readFilms },
  { name: 'file.verifyNext', every: 'MINUTE', run: (deps) => verifyNext(deps) },
  { name: 'file.removeStrays', every: 'MINUTE', run: (deps) => removeStrays(deps) },
]
