import { forgetSpentChallenges } from '../auth/challenges.ts'
import { forgetDeadOrganisationSessions } from '../auth/organisation-sessions.ts'
import { forgetDeadSessions } from '../auth/sessions.ts'
import { forgetDeadStaffSessions } from '../auth/staff-sessions.ts'
import type { Job } from './job.ts'

/** What the platform tidies up of its own tables. */
export const platformJobs: Job[] = [
  {
    name: 'auth.forgetSpentChallenges',
    every: 'MINUTE',
    run: ({ db }) => forgetSpentChallenges(db),
  },
  { name: 'auth.forgetDeadSessions', every: 'MINUTE', run: ({ db }) => forgetDeadSessions(db) },
  {
    name: 'auth.forgetDeadStaffSessions',
    every: 'MINUTE',
    run: ({ db }) => forgetDeadStaffSessions(db),
  },
  {
    name: 'auth.forgetDeadOrganisationSessions',
    every: 'MINUTE',
    run: ({ db }) => forgetDeadOrganisationSessions(db),
  },
]
