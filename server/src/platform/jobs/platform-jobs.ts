import { forgetSpentChallenges } from '../auth/challenges.ts'
import { forgetSignInFailures } from '../db/lockout.ts'
import { forgetResolvedSweepFailures } from '../db/sweep-failures.ts'
import { recordKeys } from '../known-keys.ts'
import { recordProcessReport } from '../process-report.ts'
import type { Job } from './job.ts'

export const platformJobs: Job[] = [
  { name: 'system.reportProcess', every: 'PULSE', run: recordProcessReport },
  {
    name: 'auth.forgetSpentChallenges',
    every: 'MINUTE',
    run: ({ db }) => forgetSpentChallenges(db),
  },
  {
    // Deletes only the counted failures; the security and audit logs have their own retention.
    name: 'auth.forgetSignInFailures',
    every: 'MINUTE',
    run: async ({ db, settings }) => forgetSignInFailures(db, await settings.get('login.windowSeconds')),
  },
  {
    name: 'auth.forgetDeadSessions',
    every: 'MINUTE',
    run: ({ db, sessions }) => sessions.forgetDead(db),
  },
  {
    name: 'auth.forgetDeadStaffSessions',
    every: 'MINUTE',
    run: ({ db, staffSessions }) => staffSessions.forgetDead(db),
  },
  {
    name: 'auth.forgetDeadOrganisationSessions',
    every: 'MINUTE',
    run: ({ db, organisationSessions }) => organisationSessions.forgetDead(db),
  },
  {
    name: 'jobs.forgetMendedFailures',
    every: 'MINUTE',
    run: ({ db }) => forgetResolvedSweepFailures(db),
  },
  { name: 'keys.remember', every: 'MINUTE', run: ({ db, keys }) => recordKeys(db, keys) },
]
