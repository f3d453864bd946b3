import type { Job } from '../../platform/jobs/job.ts'
import { tellAnnounced } from './service/announce.ts'
import { forgetSpentCodes } from './service/email-code.ts'
import { tellLocked } from './service/locked.ts'
import { remindDeadlines } from './service/remind.ts'
import { sendOutside } from './service/send.ts'

export const messageJobs: Job[] = [
  { name: 'message.remindDeadlines', every: 'MINUTE', run: remindDeadlines },
  { name: 'message.tellLocked', every: 'MINUTE', run: tellLocked },
  { name: 'message.tellAnnounced', every: 'MINUTE', run: tellAnnounced },
  { name: 'message.sendOutside', every: 'MINUTE', run: sendOutside },
  { name: 'message.forgetSpentCodes', every: 'MINUTE', run: forgetSpentCodes },
]
