import { forgetSpentChallenges } from '../auth/challenges.ts'
import { forgetDeadOrganisationSessions } from '../auth/organisation-sessions.ts'
import { forgetDeadSessions } from '../auth/sessions.ts'
import { forgetDeadStaffSessions } from '../auth/staff-sessions.ts'
import { forgetFailures } from '../db/lockout.ts'
import { forgetMendedSweepFailures } from '../db/sweep-failures.ts'
import { rememberKeys } from '../known-keys.ts'
import { reportProcess } from '../process-report.ts'
import type { Job } from './job.ts'

/** What the platform does by itself: a sign of life, and tidying up its own tables. */
export const platformJobs: Job[] = [
  { name: 'system.reportProcess', every: 'PULSE', run: reportProcess },
  {
    name: 'auth.forgetSpentChallenges',
    every: 'MINUTE',
    run: ({ db }) => forgetSpentChallenges(db),
  },
  {
    // the logs keep their own record
    name: 'auth.forgetSignInFailures',
    every: 'MINUTE',
    run: async ({ db, settings }) => forgetFailures(db, await settings.get('login.windowSeconds')),
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
  {
    name: 'jobs.forgetMendedFailures',
    every: 'MINUTE',
    run: ({ db }) => forgetMendedSweepFailures(db),
  },
  { name: 'keys.remember', every: 'MINUTE', run: ({ db, keys }) => rememberKeys(db, keys) },
]
